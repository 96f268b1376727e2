'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '#components/trpc/trpc.ts';
import { FilterChip } from '#components/ui/filter-chip.tsx';

/** Holds the list to the runs of one version of its automation. */
export function VersionFilter({
  automationId,
  version,
  onChange,
}: {
  automationId: string;
  version: number | null;
  onChange: (version: number | null) => void;
}) {
  const trpc = useTRPC();
  const versions = useQuery(
    trpc.automations.versions.queryOptions({ id: automationId, limit: 100 }),
  );
  const numbers = versions.data?.items.map((one) => one.version) ?? [];
  // One that is not in the list is still said: an older one, or a test of the draft.
  const all = version === null || numbers.includes(version) ? numbers : [version, ...numbers];
  return (
    <FilterChip
      field="Version"
      value={version === null ? null : String(version)}
      options={all.map((one) => ({
        value: String(one),
        label: one > 0 ? String(one) : 'test of the draft',
      }))}
      onChange={(value) => onChange(Number(value))}
      onRemove={() => onChange(null)}
    />
  );
}
