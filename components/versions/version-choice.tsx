'use client';

import { CirclePlay } from 'lucide-react';
import { Chip } from '#components/ui/chip.tsx';
import { cn } from '#components/ui/cn.ts';
import { Moment } from '#components/ui/moment.tsx';

export interface ListedVersion {
  readonly version: number;
  readonly publishedAt: Date;
  readonly publishedBy: string;
  readonly note: string;
  readonly live: boolean;
  readonly openRuns: number;
}

const openRuns = (count: number): string =>
  count === 0
    ? 'no open runs'
    : count === 1
      ? '1 run on its way'
      : `${count.toLocaleString('en-GB')} runs on their way`;

/** One version in the list: who published it when and why, and who is still on it. */
export function VersionChoice({
  version,
  shown,
  onChoose,
}: {
  version: ListedVersion;
  shown: boolean;
  onChoose: () => void;
}) {
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        aria-pressed={shown}
        onClick={onChoose}
        className={cn(
          'flex w-full flex-col gap-0.5 px-4 py-2.5 text-left transition-colors focus-visible:-outline-offset-2',
          shown ? 'bg-accent-soft' : 'hover:bg-ground',
        )}
      >
        <span className="flex w-full flex-wrap items-center gap-x-2">
          <span className="text-body font-semibold">Version {version.version}</span>
          {version.live && (
            <Chip tone="done">
              <CirclePlay aria-hidden />
              Live
            </Chip>
          )}
          <span className="ml-auto text-caption text-ink-3 tabular">
            {openRuns(version.openRuns)}
          </span>
        </span>
        {version.note !== '' && (
          <span className="w-full text-caption break-words text-ink-2">{version.note}</span>
        )}
        <span className="text-caption text-ink-3">
          <Moment at={version.publishedAt} /> by {version.publishedBy}
        </span>
      </button>
    </li>
  );
}
