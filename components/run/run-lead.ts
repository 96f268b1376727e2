import type { RunDetail } from '#server/api/views/run-view.ts';
import { openSteps } from './describe-run.ts';

/** Where a person goes to move this run on, when it needs one. */
export interface RunLead {
  readonly href: string;
  readonly label: string;
}

export function leadOf(run: RunDetail): RunLead | null {
  const [step] = openSteps(run);
  if (step === undefined || run.status === 'stopping') return null;
  if (step.status === 'waiting_approval') {
    const approval = run.approvals.find(
      (candidate) => candidate.stepId === step.stepId && candidate.status === 'open',
    );
    return approval === undefined
      ? null
      : { href: `/approvals?id=${encodeURIComponent(approval.id)}`, label: 'Open the approval' };
  }
  if (step.status === 'needs_review') {
    const key = step.reason?.effectKey;
    return {
      href: key === undefined ? '/needs-review' : `/needs-review?key=${encodeURIComponent(key)}`,
      label: 'Say what happened',
    };
  }
  if (step.status === 'parked') {
    const id = step.reason?.connectionId;
    // Parked for another reason (a budget, lost workers), it can only be tried again.
    if (id === undefined) return null;
    return { href: `/connections?id=${encodeURIComponent(id)}`, label: 'Reconnect…' };
  }
  return null;
}
