/** Two that move one schedule, of whom each alone would be right. */
import { describe, expect, it } from 'vitest';
import { lockDueSchedules, type ScheduleRow } from '#server/store/product-schedules.ts';
import { closeFire, lockEarliestOwed } from '#server/store/schedule-fires.ts';
import { advanceTime, setTime } from '#server/testing/advance-time.ts';
import { scenario } from '#server/testing/scenario.ts';
import { scheduleScene } from '#server/testing/schedule-scene.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { fireSchedule } from './fire-schedule.ts';
import { passSchedules } from './pass-schedules.ts';
import { sweepSchedules } from './sweep-schedules.ts';

const db = testDatabase();
const s = scenario(db);
const scene = scheduleScene(db, s);

const nine = { expression: '0 9 * * *', zone: 'UTC' };

const due = async (): Promise<readonly ScheduleRow[]> =>
  db.transaction(async (tx) => lockDueSchedules(tx, 10));

describe('S11.2 a due schedule', () => {
  it('is passed by while another scheduler holds it', async () => {
    await setTime(db, '2027-06-01T08:59:00Z');
    const id = await scene.publish(nine);
    await setTime(db, '2027-06-01T09:00:00Z');
    await db.transaction(async (tx) => {
      expect(await lockDueSchedules(tx, 10)).toMatchObject([{ automationId: id }]);
      expect(await due()).toEqual([]);
    });
    expect(await due()).toMatchObject([{ automationId: id }]);
    await scene.turn(id, 'archived');
  });

  it.each([
    ['edited', async (id: string) => scene.republish(id, { ...nine, expression: '30 9 * * *' })],
    ['paused', async (id: string) => scene.turn(id, 'paused')],
  ])('is left as it is by one that had read it before it was %s', async (_, change) => {
    await setTime(db, '2027-06-02T08:59:00Z');
    const id = await scene.publish(nine);
    await setTime(db, '2027-06-02T09:00:00Z');
    const outdated = await due();
    expect(outdated).toMatchObject([{ automationId: id }]);
    await change(id);
    const next = await scene.next(id);
    await db.transaction(async (tx) => passSchedules(tx, outdated));
    expect(await scene.next(id)).toEqual(next);
    expect(await scene.fires(id)).toEqual(['2027-06-02T09:00:00.000Z owed']);
    await scene.turn(id, 'active');
    while (await sweepSchedules(s.deps()));
    expect(await scene.fires(id)).toEqual(['2027-06-02T09:00:00.000Z started']);
    await scene.turn(id, 'archived');
  });

  it('owes an occurrence to one scheduler at a time, and the second sees what became of it', async () => {
    await setTime(db, '2027-06-03T08:59:00Z');
    const id = await scene.publish(nine);
    await setTime(db, '2027-06-03T09:00:00Z');
    const [schedule] = await due();
    if (schedule === undefined) throw new Error('Nothing is due.');
    await db.transaction(async (tx) => passSchedules(tx, [schedule]));
    let over = false;
    let second: Promise<boolean> | undefined;
    await db.transaction(async (tx) => {
      const fire = await lockEarliestOwed(tx, schedule.id);
      if (fire === null) throw new Error('Nothing is owed.');
      second = fireSchedule(s.deps(), schedule.id).finally(() => {
        over = true;
      });
      await waitFor('the second waits, or is over', async () => {
        const { rowCount } = await db.sql.query(
          `select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return over || rowCount !== 0;
      });
      await closeFire(tx, fire, 'skipped', null);
    });
    expect(await second).toBe(false);
    expect(await scene.fires(id)).toEqual(['2027-06-03T09:00:00.000Z skipped']);
    expect(await scene.runs(id)).toEqual([]);
    await scene.turn(id, 'archived');
  });

  it('that cannot fire holds up none behind it, and is tried again', async () => {
    await setTime(db, '2027-06-04T08:00:00Z');
    const torn = await scene.publish({ ...nine, expression: '30 8 * * *' });
    const whole = await scene.publish(nine);
    await setTime(db, '2027-06-04T09:00:00Z');
    await db.sql.query(
      `alter table runs add constraint torn check (automation_id <> '${torn}') not valid`,
    );
    await sweepSchedules(s.deps());
    await db.sql.query('alter table runs drop constraint torn');
    expect(await scene.runs(whole)).toHaveLength(1);
    expect(await scene.fires(torn)).toEqual(['2027-06-04T08:30:00.000Z owed']);
    await advanceTime(db, '31 seconds');
    await sweepSchedules(s.deps());
    expect(await scene.runs(torn)).toHaveLength(1);
    for (const id of [torn, whole]) await scene.turn(id, 'archived');
  });
});
