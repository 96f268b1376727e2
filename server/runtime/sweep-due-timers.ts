import { txOf, withTransaction } from '#server/platform/db.ts';
import {
  claimDueTimers,
  markOrgsServed,
  nextTimerOrgs,
  type ClaimedTimer,
} from '#server/store/timer-queues.ts';
import { cancelTimersById } from '#server/store/timers.ts';
import { advanceRuns } from './advance-runs.ts';
import { commitAdvance, publishChanges } from './commit-advance.ts';
import type { RuntimeDeps } from './deps.ts';
import { timerItem } from './fire-timers.ts';
import type { Changes } from './write-advances.ts';

/** Bounds of one batch: organisations looked at, timers of each, and of all. */
const LIMITS = { orgs: 20, perOrg: 50, total: 500 } as const;

const ACTOR = 'sweep';

interface Batch {
  readonly orgs: readonly string[];
  readonly moved: boolean;
  readonly changes: Changes | null;
}

const fireBatch = async (deps: RuntimeDeps): Promise<Batch> => {
  let claimed: readonly ClaimedTimer[] = [];
  try {
    return await withTransaction(deps.pool, async (tx) => {
      const orgs = await nextTimerOrgs(tx, LIMITS.orgs);
      if (orgs.length === 0) return { orgs, moved: false, changes: null };
      const timers = await claimDueTimers(tx, orgs, LIMITS);
      claimed = timers;
      const items = timers.map((timer) => timerItem(timer, ACTOR, false));
      const { outcomes, changes } = await advanceRuns(deps, tx, items);
      // Its run or its step has ended: left open, it would come first in every sweep from now on.
      const idle = timers.filter((_, index) => outcomes[index]?.kind === 'refused');
      await cancelTimersById(
        tx,
        idle.map((timer) => timer.id),
      );
      await markOrgsServed(tx, orgs);
      return { orgs, moved: timers.length > 0, changes };
    });
  } catch (error) {
    if (claimed.length === 0) throw error;
    deps.log.warn({ err: error, timers: claimed.length }, 'a batch of timers failed; one by one');
    return fireOneByOne(deps, claimed);
  }
};

/** One run that cannot be advanced must not hold up the rest of its batch. */
const fireOneByOne = async (deps: RuntimeDeps, timers: readonly ClaimedTimer[]): Promise<Batch> => {
  for (const timer of timers) {
    try {
      await commitAdvance(deps, timerItem(timer, ACTOR, false));
    } catch (error) {
      deps.log.error({ err: error, timerId: timer.id, runId: timer.runId }, 'a timer cannot fire');
    }
  }
  const orgs = [...new Set(timers.map((timer) => timer.orgId))];
  await markOrgsServed(txOf(deps.pool), orgs);
  return { orgs, moved: false, changes: null };
};

/**
 * Fires what is due, whatever became of its delayed job: a bounded number from each of a bounded,
 * rotated set of organisations, so that a backlog of one holds up nobody else.
 */
export const sweepDueTimers = async (deps: RuntimeDeps): Promise<boolean> => {
  const { orgs, moved, changes } = await fireBatch(deps);
  if (changes !== null) publishChanges(deps, changes);
  return moved || orgs.length === LIMITS.orgs;
};
