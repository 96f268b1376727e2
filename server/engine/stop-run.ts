import type { RunEvent } from './event.ts';
import { cancelStep, finishRun } from './finish-run.ts';
import type { Refusal } from './refusal.ts';
import { stillOpen } from './refusal.ts';
import { compensations, isUndoing, startUndo } from './undo.ts';
import type { Walk } from './walk.ts';
import { openSteps, recordFact } from './walk.ts';

/**
 * Someone wants the run to end. What only waits ends now; what a worker holds may finish, and
 * nothing follows it. The run is `stopping` until then, and claims no undo.
 */
export function requestCancel(walk: Walk): Refusal {
  if (walk.draft.cancelRequested) return 'The run was already asked to stop.';
  // In whose words ever it was asked, the run keeps them: the log holds none that could be personal.
  recordFact(walk, null, { type: 'run.cancel_requested', data: {} });
  walk.tokens = [];
  for (const step of openSteps(walk)) {
    if (step.status !== 'running') cancelStep(walk, step, 'run_cancelled');
  }
  return null;
}

/** The run ends here and now, with the reason as its outcome; undone first where that is asked. */
export function stopRun(walk: Walk, event: Extract<RunEvent, { kind: 'stop_requested' }>): Refusal {
  const { visit, reason, undo } = event;
  if (visit !== null) {
    const step = stillOpen(walk, visit);
    if (typeof step === 'string') return step;
  }
  if (isUndoing(walk) && undo === true) return 'The run is being undone already.';
  if (undo !== true || walk.draft.cancelRequested || compensations(walk).length === 0) {
    finishRun(walk, 'stopped', reason);
    return null;
  }
  for (const step of openSteps(walk)) cancelStep(walk, step, 'run_ended');
  walk.tokens = [];
  startUndo(walk, visit, 'stopped', reason);
  return null;
}
