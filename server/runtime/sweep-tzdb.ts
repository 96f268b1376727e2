import { recomputed } from '#server/engine/recompute-timers.ts';
import { txOf } from '#server/platform/db.ts';
import { readEngineNow } from '#server/store/engine-now.ts';
import {
  moveTzdbCursor,
  readTimerPage,
  readTzdbCursor,
  stampTzdb,
  type WalkedTimer,
} from '#server/store/tzdb-walks.ts';
import type { RuntimeDeps } from './deps.ts';
import { recomputeEach } from './recompute-timers.ts';

const PAGE = 500;

/** Whether the rule, in the zone that the timer has, says another instant by now. */
const hasMoved = (timer: WalkedTimer, now: number): boolean =>
  timer.dueAt > now &&
  recomputed(timer, { runId: timer.runId, now, contactZone: timer.zone }) !== null;

/**
 * After an update of the tz database: every open timer that an older version computed is computed
 * anew, page by page; what lands elsewhere is moved with a transition, the rest is stamped. A process
 * that still has the older version moves nothing back. A run that cannot be advanced is passed by,
 * its timers unstamped, until the next walk.
 */
export const sweepTzdb = async (deps: RuntimeDeps): Promise<boolean> => {
  const { tzdb } = deps;
  const tx = txOf(deps.pool);
  if (tzdb === 'unknown') return false;
  const cursor = await readTzdbCursor(tx, tzdb);
  if (cursor === null) return false;
  const page = await readTimerPage(tx, cursor, PAGE);
  const now = (await readEngineNow(tx)).getTime();
  const older = page.filter((timer) => timer.tzdb === 'unknown' || timer.tzdb < tzdb);
  const moving = older.filter((timer) => hasMoved(timer, now));
  const stuck = await recomputeEach(
    deps,
    moving.map((timer) => timer.runId),
    'tzdb',
  );
  await stampTzdb(
    tx,
    tzdb,
    older.filter((timer) => !stuck.has(timer.runId)).map((timer) => timer.timerId),
  );
  const last = page.length === PAGE ? page.at(-1) : undefined;
  await moveTzdbCursor(tx, tzdb, last?.cursor ?? null);
  return last !== undefined;
};
