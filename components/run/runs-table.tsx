'use client';

import Link from 'next/link';
import type { RunListItem } from '#server/api/views/run-view.ts';
import { Moment } from '#components/ui/moment.tsx';
import { RunStatusBadge } from '#components/ui/status-badge.tsx';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { wakeUpOf } from './wake-up.ts';
import { versionMark } from './version-words.ts';

export function RunsTable({ items, now }: { items: readonly RunListItem[]; now: Date }) {
  return (
    <Table className="max-md:hidden">
      <TableHead>
        <tr>
          <HeadCell>Status</HeadCell>
          <HeadCell>Contact</HeadCell>
          <HeadCell>Automation</HeadCell>
          <HeadCell>Current step</HeadCell>
          <HeadCell>Next wake-up</HeadCell>
          <HeadCell align="right">Started</HeadCell>
        </tr>
      </TableHead>
      <tbody>
        {items.map((run) => (
          <Row key={run.id} className="relative">
            <Cell>
              <RunStatusBadge status={run.status} />
            </Cell>
            <Cell>
              <span className="inline-flex items-center gap-2">
                {/* The link covers the row, so that all of it can be pressed. */}
                <Link href={`/runs/${run.id}`} className="font-medium after:absolute after:inset-0">
                  {run.contactName ?? run.contactEmail ?? run.id}
                </Link>
                {run.isTest && <Tag tone="neutral">Test</Tag>}
              </span>
            </Cell>
            <Cell>
              {run.automationName} <span className="text-ink-3">{versionMark(run.version)}</span>
            </Cell>
            <Cell>
              <CurrentSteps steps={run.currentSteps} failed={run.failure?.name ?? null} />
            </Cell>
            <Cell>
              <WakeUpCell run={run} now={now} />
            </Cell>
            <Cell align="right" className="text-ink-2">
              <Moment at={run.startedAt} now={now} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** Where it stands; of a failed run, where it broke. */
function CurrentSteps({
  steps,
  failed,
}: {
  steps: RunListItem['currentSteps'];
  failed: string | null;
}) {
  const [first, ...others] = steps;
  if (first === undefined) return failed ?? <span className="text-ink-3">–</span>;
  return (
    <span title={others.length === 0 ? undefined : steps.map((step) => step.name).join(', ')}>
      {first.name}
      {others.length > 0 && <span className="text-ink-3"> and {others.length} more</span>}
    </span>
  );
}

export function WakeUpCell({ run, now }: { run: RunListItem; now: Date }) {
  const { at, text, note } = wakeUpOf(run);
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      {at !== null && <Moment at={at} format="when" now={now} />}
      {text}
      {at === null && text === null && <span className="text-ink-3">–</span>}
      {note !== null && <span className="text-caption text-ink-3">{note}</span>}
    </span>
  );
}
