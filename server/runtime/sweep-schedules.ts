import { txOf, withTransaction } from '#server/platform/db.ts';
import { findOwingSchedules, putOffFires } from '#server/store/schedule-fires.ts';
import { lockDueSchedules } from '#server/store/product-schedules.ts';
import type { RuntimeDeps } from './deps.ts';
import { fireSchedule } from './fire-schedule.ts';
import { passSchedules } from './pass-schedules.ts';

/** Bounds of one round: schedules moved on, schedules whose debts are looked at, runs of each. */
const DUE = 100;
const OWING = 50;
const PER_SCHEDULE = 10;
/** One that fails is left alone for so long, and holds up no other. */
const FAILED_SECONDS = 30;

const fireSome = async (deps: RuntimeDeps, scheduleId: string): Promise<boolean> => {
  try {
    for (let count = 0; count < PER_SCHEDULE; count += 1) {
      if (!(await fireSchedule(deps, scheduleId))) return false;
    }
    return true;
  } catch (error) {
    deps.log.error({ err: error, scheduleId }, 'a schedule cannot fire');
    await putOffFires(txOf(deps.pool), scheduleId, FAILED_SECONDS);
    return false;
  }
};

const moveSome = async (deps: RuntimeDeps, most: number): Promise<readonly string[]> => {
  let due: readonly string[] = [];
  try {
    await withTransaction(deps.pool, async (tx) => {
      const schedules = await lockDueSchedules(tx, most, deps.pauses.resting(performance.now()));
      due = schedules.map(({ id }) => id);
      await passSchedules(tx, schedules);
    });
  } catch (error) {
    const [id] = due;
    if (id === undefined) throw error;
    if (most > 1) return moveOneByOne(deps, due.length);
    deps.pauses.failed(id, performance.now());
    deps.log.error({ err: error, scheduleId: id }, 'a schedule cannot be moved on');
  }
  return due;
};

/** One whose rule cannot be computed must not hold up the others: it rests for a while. */
const moveOneByOne = async (deps: RuntimeDeps, count: number): Promise<readonly string[]> => {
  const moved: string[] = [];
  for (let n = 0; n < count; n += 1) moved.push(...(await moveSome(deps, 1)));
  return moved;
};

/**
 * The scheduler: moves due schedules on, which turns their occurrences into debts, and pays the
 * debts. Led by a lease like every sweep, and right without one: a schedule is moved by one
 * statement, and an occurrence is decided under its lock.
 */
export const sweepSchedules = async (deps: RuntimeDeps): Promise<boolean> => {
  const moved = await moveSome(deps, DUE);
  const owing = await findOwingSchedules(txOf(deps.pool), OWING);
  let more = moved.length === DUE || owing.length === OWING;
  for (const scheduleId of owing) more = (await fireSome(deps, scheduleId)) || more;
  return more;
};
