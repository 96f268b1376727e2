import { CircleQuestionMark, OctagonX } from 'lucide-react';
import Link from 'next/link';
import type { AutomationListItem } from '#server/api/views/automation-view.ts';
import { Moment } from '#components/ui/moment.tsx';
import { Cell, Count, HeadCell, Row, Table, TableHead } from '#components/ui/table.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { AutomationRowMenu, type RowPermissions } from './automation-row-menu.tsx';
import { AutomationState } from './automation-state.tsx';
import { StartedBars } from './started-bars.tsx';

const draftWords = (changes: number): string =>
  `Draft has ${changes} ${changes === 1 ? 'change' : 'changes'}`;

/** Name, sentence and, where the draft differs from what is live, how much. */
function NameCell({ item }: { item: AutomationListItem }) {
  return (
    <div className="flex flex-col py-2">
      <span className="flex flex-wrap items-center gap-x-2">
        <Link
          href={`/automations/${item.id}`}
          className="text-section text-ink after:absolute after:inset-0"
        >
          {item.name}
        </Link>
        {item.version !== null && item.draftChanges > 0 && (
          <Tag>{draftWords(item.draftChanges)}</Tag>
        )}
      </span>
      <span className="text-caption text-ink-2">{item.description}</span>
    </div>
  );
}

function Published({ item, now }: { item: AutomationListItem; now: Date }) {
  if (item.publishedAt === null) return <span className="text-body text-ink-3">Never</span>;
  return (
    <span className="flex flex-col">
      <Moment at={item.publishedAt} format="day" now={now} className="text-body text-ink" />
      <span className="text-caption whitespace-nowrap text-ink-3">{item.publishedBy}</span>
    </span>
  );
}

function Trouble({ kind, count }: { kind: 'review' | 'failed'; count: number }) {
  if (count === 0) return <Count value={0} />;
  const Icon = kind === 'review' ? CircleQuestionMark : OctagonX;
  return (
    <span
      className={`inline-flex items-center gap-1.5 font-medium tabular ${kind === 'review' ? 'text-review' : 'text-fail'}`}
    >
      <Icon aria-hidden className="size-4" />
      {count.toLocaleString('en-GB')}
    </span>
  );
}

export function AutomationsTable({
  items,
  now,
  may,
}: {
  items: readonly AutomationListItem[];
  now: Date;
  may: RowPermissions;
}) {
  return (
    <Table className="max-md:hidden">
      <TableHead>
        <tr>
          <HeadCell>Name</HeadCell>
          <HeadCell>Status</HeadCell>
          <HeadCell align="right">Waiting</HeadCell>
          <HeadCell align="right">Needs review</HeadCell>
          <HeadCell align="right">Failed today</HeadCell>
          <HeadCell className="max-lg:hidden xl:pl-8">Started, last 14 days</HeadCell>
          <HeadCell className="max-lg:hidden">Published</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </TableHead>
      <tbody>
        {items.map((item) => (
          // The name's link covers its row; the row keeps it inside.
          <Row key={item.id} tall className="relative">
            <Cell className="w-[36%]">
              <NameCell item={item} />
            </Cell>
            <Cell>
              <AutomationState state={item.state} version={item.version} note={item.stateNote} />
            </Cell>
            <Cell align="right">
              <Count value={item.waiting} />
            </Cell>
            <Cell align="right">
              <Trouble kind="review" count={item.needsReview} />
            </Cell>
            <Cell align="right">
              <Trouble kind="failed" count={item.failedToday} />
            </Cell>
            <Cell className="max-lg:hidden xl:pl-8">
              <span className="flex items-center gap-4">
                <StartedBars started={item.started} failedToday={item.failedToday} />
                <span className="min-w-8 text-right text-ink-2 tabular">
                  {item.started.reduce((sum, count) => sum + count, 0).toLocaleString('en-GB')}
                </span>
              </span>
            </Cell>
            <Cell className="max-lg:hidden">
              <Published item={item} now={now} />
            </Cell>
            <Cell className="w-10 pl-0">
              <AutomationRowMenu item={item} may={may} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** The same on phones: one automation per block, only what is not zero. */
export function AutomationsStack({
  items,
  may,
}: {
  items: readonly AutomationListItem[];
  may: RowPermissions;
}) {
  return (
    <ul className="bg-surface md:hidden">
      {items.map((item) => (
        <li key={item.id} className="relative flex flex-col gap-1.5 border-b border-line px-4 py-3">
          <div className="flex items-start justify-between gap-2">
            <NameCell item={item} />
            <AutomationRowMenu item={item} may={may} />
          </div>
          <span className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
            <AutomationState state={item.state} version={item.version} note={item.stateNote} />
            <span className="flex items-center gap-3 text-body">
              <span className="tabular">{item.waiting.toLocaleString('en-GB')} waiting</span>
              {item.needsReview > 0 && <Trouble kind="review" count={item.needsReview} />}
              {item.failedToday > 0 && <Trouble kind="failed" count={item.failedToday} />}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
