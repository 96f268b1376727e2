/**
 * The one batch in which due timers fire, whoever found them due: the sweep, which asks all
 * organisations in turn, and the queue's bell, which names some. Timers that someone else holds
 * are passed by, so any number of these at once fire each timer once. A run that cannot be advanced
 * rests for a while, its timers stay due (and are seen as overdue), and those behind them fire.
 */
import { txOf, withTransaction, type Tx } from '#server/platform/db.ts';
import {
  claimDueTimers,
  claimTimersAgain,
  markOrgsServed,
  type ClaimedTimer,
} from '#server/store/timer-queues.ts';
import { cancelTimersById } from '#server/store/timers.ts';
import { advanceRuns } from './advance-runs.ts';
import { commitAdvance, publishChanges } from './commit-advance.ts';
import type { RuntimeDeps } from './deps.ts';
import { timerItem } from './timer-item.ts';
import type { Changes } from './write-advances.ts';

/** Most timers in one transaction, and the least that an organisation may have of them. */
const TOTAL = 250;
const PER_ORG = 50;

interface Batch {
  /** Timers that were fired, or found to be stuck: those behind them are next. */
  readonly passed: number;
  readonly changes: Changes | null;
}

const resting = (deps: RuntimeDeps): readonly string[] => deps.pauses.resting(performance.now());

/** What could be fired so far comes first; what could not, when its rest is over and room is left. */
const claim = async (
  { pauses }: RuntimeDeps,
  tx: Tx,
  orgs: readonly string[],
): Promise<readonly ClaimedTimer[]> => {
  const perOrg = Math.max(PER_ORG, Math.floor(TOTAL / orgs.length));
  const failed = pauses.known();
  const fresh = await claimDueTimers(tx, orgs, { perOrg, total: TOTAL }, failed);
  const asleep = new Set(pauses.resting(performance.now()));
  const awake = failed.filter((id) => !asleep.has(id));
  return [...fresh, ...(await claimTimersAgain(tx, orgs, awake, TOTAL - fresh.length))];
};

const fireBatch = async (
  deps: RuntimeDeps,
  orgs: readonly string[],
  actor: string,
): Promise<Batch> => {
  let claimed: readonly ClaimedTimer[] = [];
  try {
    return await withTransaction(deps.pool, async (tx) => {
      const timers = await claim(deps, tx, orgs);
      claimed = timers;
      const items = timers.map((timer) => timerItem(timer, actor, false));
      const { outcomes, changes } = await advanceRuns(deps, tx, items);
      // Its run or its step has ended: left open, it would come first in every sweep from now on.
      const idle = timers.filter((_, index) => outcomes[index]?.kind === 'refused');
      await cancelTimersById(
        tx,
        idle.map((timer) => timer.id),
      );
      await markOrgsServed(tx, orgs, resting(deps));
      return { passed: timers.length, changes };
    });
  } catch (error) {
    if (claimed.length === 0) throw error;
    deps.log.warn({ err: error, timers: claimed.length }, 'a batch of timers failed; one by one');
    return fireOneByOne(deps, claimed, actor);
  }
};

/** One run that cannot be advanced must not hold up the rest of its batch. */
const fireOneByOne = async (
  deps: RuntimeDeps,
  timers: readonly ClaimedTimer[],
  actor: string,
): Promise<Batch> => {
  for (const timer of timers) {
    try {
      await commitAdvance(deps, timerItem(timer, actor, false));
      deps.pauses.worked(timer.runId);
    } catch (error) {
      deps.pauses.failed(timer.runId, performance.now());
      deps.log.error({ err: error, timerId: timer.id, runId: timer.runId }, 'a timer cannot fire');
    }
  }
  const orgs = [...new Set(timers.map((timer) => timer.orgId))];
  await markOrgsServed(txOf(deps.pool), orgs, resting(deps));
  return { passed: timers.length, changes: null };
};

/** Fires one bounded batch of what is due in these organisations; answers whether any was. */
export const fireDueTimers = async (
  deps: RuntimeDeps,
  orgs: readonly string[],
  actor: string,
): Promise<boolean> => {
  if (orgs.length === 0) return false;
  const { passed, changes } = await fireBatch(deps, orgs, actor);
  if (changes !== null) {
    publishChanges(deps, changes);
    await deps.tellParents(changes.ended);
  }
  return passed > 0;
};
