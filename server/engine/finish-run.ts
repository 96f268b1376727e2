import { abandonEffects, releaseVisit } from './leave-step.ts';
import type { ClosedRunStatus, StepState } from './state.ts';
import type { CancelCause } from './transition.ts';
import type { Walk } from './walk.ts';
import { openSteps, record } from './walk.ts';

/** Closes an open visit without a result. What it may have done outside stays visible. */
export function cancelStep(walk: Walk, step: StepState, cause: CancelCause): void {
  releaseVisit(walk, step);
  abandonEffects(walk, step);
  record(walk, step, { type: 'step.cancelled', data: { cause } });
}

/** Ends the run now, whatever is still open. Tokens on their way are dropped. */
export function finishRun(walk: Walk, status: ClosedRunStatus, outcome: string): void {
  const cause = status === 'cancelled' ? 'run_cancelled' : 'run_ended';
  for (const step of openSteps(walk)) cancelStep(walk, step, cause);
  walk.tokens = [];
  if (walk.draft.timers.size > 0) walk.commands.push({ kind: 'cancel_timers', visit: null });
  record(walk, null, { type: 'run.finished', data: { status, outcome } });
}
