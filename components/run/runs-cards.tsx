'use client';

import Link from 'next/link';
import type { RunListItem } from '#server/api/views/run-view.ts';
import { Moment } from '#components/ui/moment.tsx';
import { RunStatusBadge } from '#components/ui/status-badge.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { WakeUpCell } from './runs-table.tsx';
import { versionMark } from './version-words.ts';

/** Where a run stands, or where it broke. */
const placeOf = (run: RunListItem): string | null =>
  run.currentSteps[0]?.name ?? run.failure?.name ?? null;

/** The same list for phones: who, where, until when. */
export function RunsCards({ items, now }: { items: readonly RunListItem[]; now: Date }) {
  return (
    <ul className="md:hidden">
      {items.map((run) => (
        <li key={run.id} className="border-b border-line">
          <Link
            href={`/runs/${run.id}`}
            className="flex flex-col gap-1 px-4 py-3 transition-colors active:bg-ground focus-visible:-outline-offset-2"
          >
            <span className="flex items-center justify-between gap-3">
              <span className="inline-flex min-w-0 items-center gap-2">
                <span className="truncate font-semibold">
                  {run.contactName ?? run.contactEmail ?? run.id}
                </span>
                {run.isTest && <Tag tone="neutral">Test</Tag>}
              </span>
              <RunStatusBadge status={run.status} className="text-caption" />
            </span>
            <span className="flex flex-wrap justify-between gap-x-3 text-caption text-ink-2">
              <span>
                {run.automationName} {versionMark(run.version)}
                {placeOf(run) === null ? '' : ` · ${placeOf(run)}`}
              </span>
              <span className="tabular">
                {run.dueAt === null ? (
                  <Moment at={run.startedAt} format="when" now={now} />
                ) : (
                  <WakeUpCell run={run} now={now} />
                )}
              </span>
            </span>
            {run.failure !== null && (
              <span className="text-caption text-ink-2">{run.failure.message}</span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}
