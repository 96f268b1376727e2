'use client';

import { ArrowRight } from 'lucide-react';
import { Select } from '#components/ui/select.tsx';

interface PickedVersion {
  readonly version: number;
  readonly live: boolean;
  readonly openRuns: number;
}

/** From which version to which. */
export function VersionPick({
  versions,
  from,
  to,
  onChange,
}: {
  versions: readonly PickedVersion[];
  from: number | null;
  to: number | null;
  onChange: (from: number | null, to: number | null) => void;
}) {
  const options = versions.map(({ version, live, openRuns }) => ({
    value: String(version),
    label: `Version ${version}${live ? ', live' : ''}`,
    note: openRuns === 1 ? '1 run' : `${openRuns.toLocaleString('en-GB')} runs`,
  }));
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-body">
      <span className="flex items-center gap-3">
        <span className="text-ink-2">Move the people on</span>
        <Select
          label="From version"
          className="w-[170px]"
          placeholder="Choose a version"
          value={from === null ? undefined : String(from)}
          options={options}
          onValueChange={(value) => onChange(Number(value), to)}
        />
      </span>
      <span className="flex items-center gap-3">
        <ArrowRight aria-hidden className="size-4 text-ink-3 max-md:hidden" />
        <span className="text-ink-2">to</span>
        <Select
          label="To version"
          className="w-[170px]"
          placeholder="Choose a version"
          value={to === null ? undefined : String(to)}
          options={options}
          onValueChange={(value) => onChange(from, Number(value))}
        />
      </span>
    </div>
  );
}
