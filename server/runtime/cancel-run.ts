import { isOpenRun, type RunStatus } from '#server/engine/state.ts';
import { AppError } from '#server/platform/errors.ts';
import { findRunStatus } from '#server/store/runs.ts';
import { txOf } from '#server/platform/db.ts';
import { cancelChildren } from './cancel-children.ts';
import { commitAdvance } from './commit-advance.ts';
import type { RuntimeDeps } from './deps.ts';
import type { LoadedRun } from './loaded-run.ts';
import { assertStorable } from './assert-storable.ts';

export interface CancelRun {
  readonly orgId: string;
  readonly runId: string;
  readonly actor: string;
  readonly reason: string | null;
  /** Run the compensating steps of what was completed, where there are any, before it ends. */
  readonly undo?: boolean | undefined;
}

export interface CancelledRun {
  /** `cancelled` at once for a waiting run, `stopping` while something is still in flight. */
  readonly status: RunStatus;
  /** False when the run had finished or was asked to stop before. */
  readonly changed: boolean;
}

/** Whether something was completed that names a compensating step, and nothing stops it already. */
const canBeUndone = ({ plan, state }: LoadedRun): boolean =>
  !state.cancelRequested &&
  [...state.steps.values()].some(
    (step) =>
      step.status === 'done' && (plan.steps.get(step.stepId)?.compensateWith ?? null) !== null,
  );

/**
 * Stops a run. With `undo` the compensations of its completed steps run first, the last completed
 * first, each an effect with its own key; the run then ends as `stopped`. Throws AppError
 * `not_found`.
 */
export const cancelRun = async (deps: RuntimeDeps, cancel: CancelRun): Promise<CancelledRun> => {
  assertStorable(cancel.reason, 'reason');
  const status = await findRunStatus(txOf(deps.pool), cancel.orgId, cancel.runId);
  if (status === null) throw new AppError('not_found', 'There is no such run.');
  if (!isOpenRun(status)) return { status, changed: false };
  const outcome = await commitAdvance(deps, {
    runId: cancel.runId,
    actor: cancel.actor,
    decide: (run) =>
      cancel.undo === true && canBeUndone(run)
        ? { kind: 'stop_requested', visit: null, reason: 'undone', undo: true, note: cancel.reason }
        : { kind: 'cancel_requested', reason: cancel.reason },
  });
  if (outcome.kind === 'missing') throw new AppError('not_found', 'There is no such run.');
  await cancelChildren(deps, cancel.runId, cancel.actor);
  return { status: outcome.run.state.status, changed: outcome.kind === 'advanced' };
};
