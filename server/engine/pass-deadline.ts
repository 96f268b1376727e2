import { giveUpOnChild, waitsForChild } from './await-child.ts';
import type { DeadlineRequest } from './definition.ts';
import { thenText } from './enter-approval.ts';
import { entryAgain } from './entry.ts';
import { finishRun } from './finish-run.ts';
import { computeInstant, isZone } from './instant.ts';
import { isoOf } from './iso.ts';
import { abandonEffects, leaveStep } from './leave-step.ts';
import { makeReady } from './resume-step.ts';
import { setTimer } from './set-timer.ts';
import type { ApprovalState, StepState } from './state.ts';
import { visitKey } from './state.ts';
import type { Walk } from './walk.ts';
import { record, visitOf } from './walk.ts';

type Finally = { kind: 'port'; port: string } | { kind: 'stop' };

/**
 * A human wait's deadline is over: others are asked first where the author said so, once; then a
 * port is taken or the run stops. `step` is the visit as it was before the timer fired.
 */
export function passDeadline(walk: Walk, step: StepState): void {
  // A stopping run only waits for its running steps; deadlines decide nothing there.
  if (walk.draft.cancelRequested) return;
  if (waitsForChild(step)) {
    giveUpOnChild(walk, step);
    return;
  }
  const then = deadlineOf(walk, step);
  if (then.kind === 'escalate' && step.deadlinesPassed === 0) {
    if (escalate(walk, step, then)) return;
  }
  const last: Finally = then.kind === 'escalate' ? then.finally : then;
  const approval = walk.draft.approvals.get(visitKey(step));
  if (approval !== undefined) {
    record(walk, step, { type: 'approval.expired', data: { approvalId: approval.id } });
  }
  if (last.kind === 'stop') {
    finishRun(walk, 'stopped', 'deadline_passed');
    return;
  }
  abandonEffects(walk, step);
  leaveStep(walk, step, {
    port: last.port,
    approval: { status: 'expired' },
    ...(approval === undefined
      ? {}
      : { output: { decision: 'expired', comment: null, decidedBy: null, via: null } }),
  });
}

/** What the step's author wants; a step that can no longer say so stops the run where it is seen. */
function deadlineOf(walk: Walk, step: StepState): DeadlineRequest['then'] {
  const planStep = walk.plan.steps.get(step.stepId);
  if (planStep === undefined) return { kind: 'stop' };
  const entry = entryAgain(walk, planStep, visitOf(step));
  return entry.kind === 'approval' || entry.kind === 'wait_signal'
    ? entry.deadline.then
    : { kind: 'stop' };
}

/** Gives others time to answer. False where that time cannot be told: then there is none. */
function escalate(
  walk: Walk,
  step: StepState,
  then: Extract<DeadlineRequest['then'], { kind: 'escalate' }>,
): boolean {
  const request = {
    rule: { kind: 'after' as const, duration: then.after, from: isoOf(walk.env.now) },
    zone: isZone(walk.plan.settings.timezone) ? walk.plan.settings.timezone : 'UTC',
    spreadSeconds: 0,
  };
  const instant = computeInstant(request, walk.env.runId, walk.env.now);
  if (!instant.ok) return false;
  const approval = walk.draft.approvals.get(visitKey(step));
  if (approval !== undefined) askOthers(walk, step, approval, then, instant.dueAt);
  setTimer(walk, step, 'deadline', request, instant);
  return true;
}

function askOthers(
  walk: Walk,
  step: StepState,
  { id: approvalId, digest }: ApprovalState,
  then: Extract<DeadlineRequest['then'], { kind: 'escalate' }>,
  deadlineAt: number,
): void {
  const after = thenText(then.finally);
  walk.commands.push({
    kind: 'escalate_approval',
    approvalId,
    visit: visitOf(step),
    assignees: then.to,
    deadlineAt,
    then: after,
  });
  record(walk, step, {
    type: 'approval.escalated',
    data: { approvalId, digest, deadlineAt: isoOf(deadlineAt), then: after },
  });
  // Where the question stands in a channel, a worker carries it to the others as well. One that
  // is still on its way there takes the new names along by itself.
  const current = walk.draft.steps.get(visitKey(step));
  if (current?.status === 'waiting_approval' && current.lane !== null) {
    makeReady(walk, current, 'escalated');
  }
}
