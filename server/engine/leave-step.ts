import { targetsOf } from './plan.ts';
import type { StepState, Visit } from './state.ts';
import { visitKey } from './state.ts';
import { isUndoing } from './undo.ts';
import type { Walk } from './walk.ts';
import { record, recordFact, saveOutput, visitOf } from './walk.ts';

type ApprovalClosing =
  | { status: 'expired' | 'cancelled' | 'superseded' }
  | { status: 'decided'; decision: 'approved' | 'rejected'; comment: string | null };

/**
 * Closes what a visit keeps beside its own row: timers, subscription, open approval. Called just
 * before the transition that closes the visit.
 */
export function releaseVisit(
  walk: Walk,
  step: StepState,
  approval: ApprovalClosing = { status: 'cancelled' },
): void {
  const visit = visitOf(step);
  const key = visitKey(step);
  for (const timer of walk.draft.timers.values()) {
    if (timer.visit === null || visitKey(timer.visit) !== key) continue;
    walk.commands.push({ kind: 'cancel_timers', visit });
    break;
  }
  if (step.status === 'waiting_signal') walk.commands.push({ kind: 'unsubscribe', visit });
  if (walk.draft.approvals.has(key)) {
    walk.commands.push({
      kind: 'close_approval',
      visit,
      decision: null,
      comment: null,
      ...approval,
    });
  }
}

/** Attempts were begun and none has reported: what they did outside is not known here. */
export function abandonEffects(walk: Walk, step: StepState): void {
  if (step.lane === null || step.attempt === 0 || step.status === 'waiting_approval') return;
  walk.commands.push({ kind: 'abandon_effects', visit: visitOf(step) });
}

export interface Leaving {
  readonly port: string;
  readonly output?: unknown;
  readonly effectKey?: string | undefined;
  readonly note?: string;
  readonly approval?: ApprovalClosing;
  /** Whether the event's actor did it, rather than the engine as a consequence. */
  readonly byActor?: boolean;
}

/** Completes the visit and sends its token through the port. */
export function leaveStep(walk: Walk, step: StepState, leaving: Leaving): void {
  releaseVisit(walk, step, leaving.approval);
  saveOutput(walk, step, leaving.output);
  const write = leaving.byActor === true ? recordFact : record;
  write(walk, step, {
    type: 'step.completed',
    data: {
      port: leaving.port,
      ...(leaving.effectKey === undefined ? {} : { effectKey: leaving.effectKey }),
      ...(leaving.note === undefined ? {} : { note: leaving.note }),
    },
  });
  moveOn(walk, step, leaving.port, step.scope);
}

/** One token per edge of the port; without an edge the token ends here. */
export function moveOn(walk: Walk, from: Visit, port: string, scope: string | null): void {
  // After a cancel request nothing is scheduled any more, and an undo follows no edges.
  if (walk.draft.cancelRequested || isUndoing(walk)) return;
  const targets = targetsOf(walk.plan, from.stepId, port);
  if (targets.length === 0) endToken(walk, from, port, null);
  for (const stepId of targets) {
    walk.tokens.push({ stepId, scope, from: { ...visitOf(from), port } });
  }
}

/** `outcome` is the label of an `end` step; null where a path simply stops. */
export function endToken(
  walk: Walk,
  at: Visit | null,
  port: string | null,
  outcome: string | null,
): void {
  record(walk, at, { type: 'token.ended', data: { port, outcome } });
}
