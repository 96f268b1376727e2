import Link from 'next/link';
import type { ApprovalView } from '#server/api/views/run-view.ts';
import { Avatar } from '#components/ui/avatar.tsx';
import { cn } from '#components/ui/cn.ts';
import { Moment } from '#components/ui/moment.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { approvalExcerpt, approvalTitle, thenWords } from './approval-words.ts';

const closedWord = (approval: ApprovalView): string =>
  approval.status === 'decided' ? (approval.decision ?? 'decided') : approval.status;

/** Requests one below the other: whom, what, and by when (or how it ended). */
export function ApprovalList({
  approvals,
  selectedId,
  now,
  hrefOf,
}: {
  approvals: readonly ApprovalView[];
  selectedId: string | null;
  now: Date;
  hrefOf: (approval: ApprovalView) => string;
}) {
  return (
    <ul className="flex flex-col border-t border-line bg-surface md:bg-transparent">
      {approvals.map((approval) => {
        const selected = approval.id === selectedId;
        const open = approval.status === 'open';
        return (
          <li key={approval.id} className="border-b border-line">
            <Link
              href={hrefOf(approval)}
              aria-current={selected ? 'true' : undefined}
              className={cn(
                'relative flex items-center gap-3 px-4 py-2.5 -outline-offset-2 transition-colors hover:bg-surface md:px-6',
                selected &&
                  'bg-surface before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-accent',
              )}
            >
              <Avatar name={approvalTitle(approval)} size={32} />
              <span className="flex min-w-0 grow flex-col">
                <span className="flex items-baseline justify-between gap-3">
                  <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-body font-semibold text-ink">
                    {approvalTitle(approval)}
                    {approval.isTest && <Tag tone="neutral">Test</Tag>}
                  </span>
                  <Moment
                    at={open ? approval.deadline : (approval.decidedAt ?? approval.deadline)}
                    format="near"
                    now={now}
                    className="text-caption font-medium text-ink"
                  />
                </span>
                <span className="flex items-baseline justify-between gap-3 text-caption text-ink-3">
                  <span className="min-w-0 truncate">“{approvalExcerpt(approval.content)}”</span>
                  <span className="shrink-0">
                    {open ? `then: ${thenWords(approval.deadlineThen)}` : closedWord(approval)}
                  </span>
                </span>
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
