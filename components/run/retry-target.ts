import { isUndoScope } from '#server/engine/undo.ts';
import type { RunDetail, RunStepView } from '#server/api/views/run-view.ts';
import { openSteps } from './describe-run.ts';

/** A step that a person may try again. */
export interface RetryTarget {
  readonly stepId: string;
  readonly iteration: number;
  /** What trying again means there. */
  readonly label: 'Retry now' | 'Replay the step';
}

/**
 * The step to try again: of those that stand still the most pressing, or the one that the run failed
 * at. Null where the reader may not, where nothing would change, and where the run was undone.
 */
export function retryTarget(run: RunDetail): RetryTarget | null {
  if (!run.can.retry || run.status === 'stopping') return null;
  if (run.status !== 'failed') {
    const still = openSteps(run).find(({ status }) => STANDS_STILL.has(status));
    return still === undefined ? null : targetOf(still, 'Retry now');
  }
  // A failed step whose port was drawn went on from there; the run failed at one that had none.
  const failed = run.steps.findLast((step) => step.status === 'failed' && step.port === null);
  return failed === undefined || wasUndone(run) ? null : targetOf(failed, 'Replay the step');
}

const STANDS_STILL: ReadonlySet<RunStepView['status']> = new Set(['parked', 'waiting_retry']);

function targetOf({ stepId, iteration }: RunStepView, label: RetryTarget['label']): RetryTarget {
  return { stepId, iteration, label };
}

function wasUndone(run: RunDetail): boolean {
  return run.timeline.some(({ type, data }) => {
    const { scope } = data;
    return type === 'scope.opened' && typeof scope === 'string' && isUndoScope(scope);
  });
}
