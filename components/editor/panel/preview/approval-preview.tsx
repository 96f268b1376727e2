'use client';

import { Check } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { Moment } from '#components/ui/moment.tsx';
import { describeDeadline } from '#server/steps/deadline.ts';
import { approval, APPROVAL_PORTS } from '#server/steps/approval/definition.ts';
import type { DocumentStep } from '#server/engine/document.ts';
import { approvalRequest } from './approval-request.ts';
import { PreviewFault } from './liquid-preview.tsx';
import { useSample, useSampleSimulation } from './sample-context.tsx';
import { SlackPreview } from './slack-preview.tsx';

/** The question as those who are asked read it: the exact text, the buttons, until when and what then. */
export function ApprovalPreview({ step }: { step: DocumentStep }) {
  const { sample } = useSample();
  const request = approvalRequest(step, useSampleSimulation(step.id));
  if (request === null) {
    return <p className="text-body text-ink-3">It shows here once the settings are complete.</p>;
  }
  if (!request.ok) return <PreviewFault message={request.error.message} name={sample.name} />;
  const { channel, to, content, assignees, deadlineAt, message } = request;
  if (channel === 'slack') {
    return <SlackPreview to={to} text={message.text} blocks={message.blocks} />;
  }
  const config = approval.config.safeParse(step.config);
  return (
    <article className="overflow-hidden rounded-card border border-line bg-surface text-body">
      <header className="bg-sunken px-3 py-1.5 text-caption break-words text-ink-2">
        Approvals page of {assignees.join(', ')}
      </header>
      <p className="max-h-64 overflow-y-auto px-3 py-2.5 break-words whitespace-pre-wrap">
        {content}
      </p>
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-3 py-2.5">
        <Button size="compact" variant="primary" disabled>
          <Check aria-hidden />
          Approve
        </Button>
        <Button size="compact" variant="danger-outline" disabled>
          Reject
        </Button>
        <span className="text-caption text-ink-2">
          until <Moment at={new Date(deadlineAt)} />
          {config.success && `; ${describeDeadline(config.data.deadline, APPROVAL_PORTS)}`}
        </span>
      </div>
    </article>
  );
}
