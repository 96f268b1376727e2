import { limitAge } from './budgets.ts';
import { entryOf } from './entry.ts';
import type { Refusal } from './refusal.ts';
import { makeReady } from './resume-step.ts';
import type { StepState, Visit } from './state.ts';
import { visitKey } from './state.ts';
import { isUndoScope } from './undo.ts';
import type { Walk } from './walk.ts';
import { record, visitOf } from './walk.ts';

/**
 * A dead letter is tried again: the failed run opens at the step that failed it, with the step's
 * attempts given back, and the arms that the failure had cut off go on as well. Steps that a
 * worker does keep their visit, and with it their effect key: what may have happened outside is
 * never begun afresh. Waits and questions begin anew as a further visit.
 */
export function replayStep(walk: Walk, visit: Visit): Refusal {
  const { draft } = walk;
  if (draft.status !== 'failed')
    return `The run is ${draft.status}: only a failed one is replayed.`;
  const failed = draft.steps.get(visitKey(visit));
  if (failed?.status !== 'failed' || failed.port !== null) {
    return `${visitKey(visit)} is not what the run failed at.`;
  }
  if ([...draft.steps.values()].some((step) => isUndoScope(step.scope))) {
    return 'The run was undone after its failure: it cannot go on from there.';
  }
  const cutOff = [...draft.steps.values()].filter((step) => wasCutOff(walk, step));
  makeReady(walk, failed, 'replayed');
  limitAge(walk);
  // It failed before a worker came to it: it is entered anew, and this visit stays behind.
  if (failed.lane === null) {
    record(walk, failed, { type: 'step.cancelled', data: { cause: 'run_ended' } });
    walk.commands = walk.commands.filter((command) => command.kind !== 'announce_step');
    walk.tokens.push({ stepId: failed.stepId, scope: failed.scope, from: null });
  }
  for (const step of cutOff) revive(walk, step);
  return null;
}

/** Cancelled because the run failed, rather than because a join had no more use for it. */
function wasCutOff(walk: Walk, step: StepState): boolean {
  if (step.status !== 'cancelled') return false;
  for (const other of walk.draft.steps.values()) {
    const later = other.stepId === step.stepId && other.iteration > step.iteration;
    // An earlier replay has begun it anew already.
    if (later && other.scope === step.scope) return false;
  }
  for (let id = step.scope; id !== null; ) {
    const scope = walk.draft.scopes.get(id);
    if (scope === undefined || (scope.closed && cancelsLeftovers(walk, scope.join))) return false;
    id = scope.parent;
  }
  return true;
}

function cancelsLeftovers(walk: Walk, join: string | null): boolean {
  const step = join === null ? undefined : walk.plan.steps.get(join);
  if (step === undefined) return true;
  const entry = entryOf(walk, step, { stepId: step.id, iteration: 1 });
  return entry.kind !== 'join' || entry.leftover === 'cancel';
}

function revive(walk: Walk, step: StepState): void {
  const planStep = walk.plan.steps.get(step.stepId);
  if (planStep === undefined) return;
  const worked = step.lane !== null && entryOf(walk, planStep, visitOf(step)).kind === 'work';
  if (worked) makeReady(walk, step, 'replayed');
  else walk.tokens.push({ stepId: step.stepId, scope: step.scope, from: null });
}
