import type { RunEvent } from './event.ts';
import { abandonEffects, leaveStep } from './leave-step.ts';
import type { Refusal } from './refusal.ts';
import { stillOpen } from './refusal.ts';
import { visitKey } from './state.ts';
import type { Walk } from './walk.ts';
import { recordFact } from './walk.ts';

/**
 * A person decided: the first decision wins, wherever the question stands by then. Permission
 * and the button's token are the shell's to check before.
 */
export function decideApproval(
  walk: Walk,
  event: Extract<RunEvent, { kind: 'approval_decided' }>,
): Refusal {
  const step = stillOpen(walk, event.visit);
  if (typeof step === 'string') return step;
  const { approvalId, decision, via, comment } = event;
  if (walk.draft.approvals.get(visitKey(step))?.id !== approvalId) {
    return `${approvalId} is not the open approval of ${visitKey(step)}.`;
  }
  if (walk.draft.cancelRequested) return 'The run is stopping: nothing can be decided any more.';
  recordFact(walk, step, { type: 'approval.decided', data: { approvalId, decision, via } });
  abandonEffects(walk, step);
  leaveStep(walk, step, {
    port: decision,
    output: { decision, comment, decidedBy: walk.env.actor, via },
    approval: { status: 'decided', decision, comment },
  });
  return null;
}
