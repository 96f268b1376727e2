import { visitKey, type RunState, type Visit } from '#server/engine/state.ts';
import { txOf } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { findRunStatus } from '#server/store/runs.ts';
import { commitAdvance } from './commit-advance.ts';
import type { RuntimeDeps } from './deps.ts';

export interface RetryStep {
  readonly orgId: string;
  readonly runId: string;
  readonly stepId: string;
  /** Null means the step's newest visit. */
  readonly iteration: number | null;
  readonly actor: string;
}

const visitOf = (state: RunState, { stepId, iteration }: RetryStep): Visit => {
  const visits = [...state.steps.values()].filter((step) => step.stepId === stepId);
  return { stepId, iteration: iteration ?? Math.max(1, ...visits.map((step) => step.iteration)) };
};

/**
 * A person tries a step again: one that is parked or waits for its retry goes on at once, and a
 * failed run opens at the step that failed it, with its attempts given back. The effect's key stays,
 * so nothing is begun afresh. Throws AppError: `not_found`, `conflict` (nothing to try again).
 */
export const retryStep = async (deps: RuntimeDeps, retry: RetryStep): Promise<void> => {
  const status = await findRunStatus(txOf(deps.pool), retry.orgId, retry.runId);
  if (status === null) throw new AppError('not_found', 'There is no such run.');
  let answerLost = false;
  const outcome = await commitAdvance(deps, {
    runId: retry.runId,
    actor: retry.actor,
    afterUnknownCommit: () => {
      answerLost = true;
    },
    decide: (run) => {
      const visit = visitOf(run.state, retry);
      const failed = run.state.steps.get(visitKey(visit))?.status === 'failed';
      return { kind: 'step_resumed', visit, cause: failed ? 'replayed' : 'retry' };
    },
  });
  // After a lost answer to COMMIT the step may be on its way already.
  if (outcome.kind === 'refused' && !answerLost) throw new AppError('conflict', outcome.reason);
};
