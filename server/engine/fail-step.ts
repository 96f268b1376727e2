import type { StepError } from './event.ts';
import { cancelStep, finishRun } from './finish-run.ts';
import { moveOn, releaseVisit } from './leave-step.ts';
import { targetsOf } from './plan.ts';
import type { StepState } from './state.ts';
import { compensations, isUndoing, startUndo } from './undo.ts';
import type { Walk } from './walk.ts';
import { openSteps, recordFact, visitOf } from './walk.ts';

/** The port that a failure leaves by, where the author drew an edge from it. */
export const FAILED_PORT = 'failed';

/**
 * The step failed for good. Its `failed` port is taken where one is drawn; else the whole run
 * fails, after the compensations of what it had completed.
 */
export function failStep(walk: Walk, step: StepState, error: StepError): void {
  const routed = targetsOf(walk.plan, step.stepId, FAILED_PORT).length > 0 && !isUndoing(walk);
  releaseVisit(walk, step);
  walk.commands.push({ kind: 'save_error', visit: visitOf(step), error: { ...error } });
  recordFact(walk, step, {
    type: 'step.failed',
    data: { ...error, attempts: step.attempt, ...(routed ? { port: FAILED_PORT } : {}) },
  });
  if (routed) moveOn(walk, step, FAILED_PORT, step.scope);
  // While stopping, the failure is only noted; while undoing, the next compensation follows.
  else if (!walk.draft.cancelRequested && !isUndoing(walk)) failRun(walk, step, error.code);
}

function failRun(walk: Walk, step: StepState, code: string): void {
  if (compensations(walk).length === 0) {
    finishRun(walk, 'failed', code);
    return;
  }
  for (const other of openSteps(walk)) cancelStep(walk, other, 'run_ended');
  walk.tokens = [];
  startUndo(walk, step, 'failed', code);
}
