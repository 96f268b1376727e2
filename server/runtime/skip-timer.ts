import { txOf } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { findTimers } from '#server/store/timers.ts';
import { commitAdvance } from './commit-advance.ts';
import type { RuntimeDeps } from './deps.ts';
import { timerItem } from './timer-item.ts';

export interface SkipTimer {
  readonly orgId: string;
  readonly runId: string;
  readonly timerId: string;
  readonly actor: string;
}

/**
 * Fires a wait, or a retry, ahead of its time; the run's log names who did it.
 * Throws AppError: `not_found`, `conflict` (a deadline or budget, which nobody may skip),
 * `gone` (already fired or cancelled).
 */
export const skipTimer = async (deps: RuntimeDeps, skip: SkipTimer): Promise<void> => {
  const [timer] = await findTimers(txOf(deps.pool), [skip.timerId]);
  if (timer === undefined || timer.orgId !== skip.orgId || timer.runId !== skip.runId) {
    throw new AppError('not_found', 'There is no such timer.');
  }
  if (timer.purpose !== 'wait' && timer.purpose !== 'retry') {
    throw new AppError('conflict', 'Only waits and retries can be skipped.');
  }
  let answerLost = false;
  const outcome = await commitAdvance(deps, {
    ...timerItem(timer, skip.actor, true),
    afterUnknownCommit: () => {
      answerLost = true;
    },
  });
  // After a lost answer to COMMIT the fired timer is our own work.
  if (outcome.kind !== 'advanced' && !(answerLost && outcome.kind === 'unchanged')) {
    throw new AppError('gone', 'The timer has fired or was cancelled already.');
  }
};
