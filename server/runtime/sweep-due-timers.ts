import { txOf } from '#server/platform/db.ts';
import { msToNextTimer, nextTimerOrgs } from '#server/store/timer-queues.ts';
import type { RuntimeDeps } from './deps.ts';
import { fireDueTimers } from './fire-timers.ts';

/** Organisations looked at in one batch. */
const ORGS = 20;

/** Between two looks at an instant that has come while its run was held by someone else. */
const SHORTEST_MS = 20;

/**
 * Fires what is due, whatever became of its bell: a bounded number from each of a bounded, rotated
 * set of organisations, so that a backlog of one holds up nobody else. True: there may be more.
 */
export const sweepDueTimers = async (deps: RuntimeDeps): Promise<boolean> => {
  const orgs = await nextTimerOrgs(txOf(deps.pool), ORGS);
  const fired = await fireDueTimers(deps, orgs, 'sweep');
  return fired || orgs.length === ORGS;
};

/** A round of the sweep: it comes back at the next due instant, if that is before its time. */
export const sweepTimersOnTime = async (deps: RuntimeDeps): Promise<boolean | number> => {
  if (await sweepDueTimers(deps)) return true;
  const ms = await msToNextTimer(txOf(deps.pool));
  return ms === null ? false : Math.max(SHORTEST_MS, Math.ceil(ms));
};
