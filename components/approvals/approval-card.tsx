'use client';

import {
  Ban,
  CircleCheck,
  CircleX,
  Fingerprint,
  type LucideIcon,
  RotateCw,
  TimerOff,
} from 'lucide-react';
import Link from 'next/link';
import type { ApprovalView } from '#server/api/views/run-view.ts';
import { Moment } from '#components/ui/moment.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { useReaderZone } from '#components/ui/reader-zone.tsx';
import { useViewer } from '#components/shell/viewer-context.tsx';
import {
  approvalTitle,
  closedSentence,
  mayAnswer,
  shortDigest,
  thenWords,
} from './approval-words.ts';
import { ApprovalContent } from './approval-content.tsx';
import { DeadlineChip } from './deadline-chip.tsx';
import { DecisionBar } from './decision-bar.tsx';

const iconOf = (approval: ApprovalView): { icon: LucideIcon; tone: string } => {
  if (approval.status === 'decided') {
    return approval.decision === 'approved'
      ? { icon: CircleCheck, tone: 'text-done' }
      : { icon: CircleX, tone: 'text-ink-3' };
  }
  if (approval.status === 'expired') return { icon: TimerOff, tone: 'text-held' };
  return { icon: approval.status === 'superseded' ? RotateCw : Ban, tone: 'text-ink-3' };
};

function Closed({ approval, now }: { approval: ApprovalView; now: Date }) {
  const zone = useReaderZone();
  const { icon: Icon, tone } = iconOf(approval);
  return (
    <div className="flex items-start gap-2 border-t border-line bg-ground px-4 py-3 text-body text-ink-2">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <span>
        {closedSentence(approval, zone, now)}
        {approval.comment !== null && <> “{approval.comment}”</>}
      </span>
    </div>
  );
}

function Foot({ approval, now }: { approval: ApprovalView; now: Date }) {
  const viewer = useViewer();
  if (approval.status !== 'open') return <Closed approval={approval} now={now} />;
  if (mayAnswer(viewer, approval)) return <DecisionBar key={approval.id} approval={approval} />;
  return (
    <p className="border-t border-line bg-ground px-4 py-3 text-body text-ink-2">
      {approval.assignees.length === 0
        ? 'Your role may not answer this.'
        : `Asked: ${approval.assignees.join(', ')}. Only they and owners may answer.`}
    </p>
  );
}

/** One request: whom it is about, until when and what then, the exact content, and the answer. */
export function ApprovalCard({
  approval,
  now,
  headingLevel: Heading = 'h2',
}: {
  approval: ApprovalView;
  now: Date;
  headingLevel?: 'h2' | 'h3';
}) {
  const open = approval.status === 'open';
  return (
    <article className="overflow-hidden rounded-card border border-control bg-surface shadow-rest max-md:rounded-dialog">
      <header className="flex flex-col gap-0.5 border-b border-line px-4 py-3">
        <div className="flex items-start justify-between gap-3">
          <span className="flex min-w-0 flex-wrap items-center gap-x-2">
            <Heading className="text-[15px]/[22px] font-semibold">
              {approvalTitle(approval)}
            </Heading>
            {approval.isTest && <Tag tone="neutral">Test</Tag>}
          </span>
          {open && <DeadlineChip deadline={approval.deadline} now={now} />}
        </div>
        <p className="text-caption text-ink-3">
          {approval.automationName} · {approval.stepName} · asked{' '}
          <Moment at={approval.createdAt} format="near" now={now} /> · until{' '}
          <Moment at={approval.deadline} format="near" now={now} />
          {open && <>, then: {thenWords(approval.deadlineThen)}</>}
        </p>
      </header>
      <div className="flex flex-col gap-4 px-4 py-4">
        <ApprovalContent content={approval.content} />
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-caption text-ink-3">
          <Fingerprint aria-hidden className="size-3.5" />
          {open ? 'An answer counts for exactly this text,' : 'For exactly this text,'}
          <span className="font-mono" title={approval.digest}>
            {shortDigest(approval.digest)}
          </span>
          <Link
            href={`/runs/${approval.runId}`}
            className="ml-auto text-accent-text hover:underline"
          >
            Open the run
          </Link>
        </p>
      </div>
      <Foot approval={approval} now={now} />
    </article>
  );
}
