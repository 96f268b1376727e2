import { describe, expect, it } from 'vitest';
import { lockDueSchedules } from '#server/store/product-schedules.ts';
import { advanceTime, setTime } from '#server/testing/advance-time.ts';
import { end, wait } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { scheduleScene } from '#server/testing/schedule-scene.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { passSchedules } from './pass-schedules.ts';
import { skipTimer } from './skip-timer.ts';
import { sweepSchedules } from './sweep-schedules.ts';

const db = testDatabase();
const s = scenario(db);
const scene = scheduleScene(db, s);

const sweep = async (): Promise<void> => {
  while (await sweepSchedules(s.deps()));
};

/** Ends the waits of the automation's runs, whose next step is their end. */
const finishRuns = async (automationId: string): Promise<void> => {
  const { rows } = await db.sql.query<{ timerId: string; runId: string }>(
    `select t.id as "timerId", t.run_id as "runId" from timers t join runs r on r.id = t.run_id
      where r.automation_id = $1 and t.purpose = 'wait' and t.fired_at is null`,
    [automationId],
  );
  for (const row of rows) await skipTimer(s.deps(), { orgId: s.orgId, actor: 'api', ...row });
};

const receipts = async (automationId: string): Promise<readonly string[]> =>
  (
    await db.sql.query<{ result: string }>(
      `select result from receipts where automation_id = $1 and source = 'schedule' order by id`,
      [automationId],
    )
  ).rows.map((row) => row.result);

describe('S11.2 a schedule', () => {
  it('fires once at each of its times, with a start key and a receipt, and keeps an indexed next run', async () => {
    await setTime(db, '2027-01-04T07:59:00Z');
    const id = await scene.publish({ expression: '0 9 * * *', zone: 'Europe/Berlin' });
    expect(await scene.next(id)).toEqual(new Date('2027-01-04T08:00:00Z'));
    await sweep();
    expect(await scene.runs(id)).toEqual([]);
    await setTime(db, '2027-01-04T08:00:00Z');
    await sweep();
    await sweep();
    const { rows } = await db.sql.query<{ id: string }>(
      'select id from schedules where automation_id = $1',
      [id],
    );
    expect(await scene.runs(id)).toEqual([`schedule:${rows[0]?.id}:2027-01-04T08:00:00.000Z`]);
    expect(await receipts(id)).toEqual(['accepted']);
    expect(await scene.next(id)).toEqual(new Date('2027-01-05T08:00:00Z'));
  });

  it('fires once with twenty schedulers at once', async () => {
    await setTime(db, '2027-01-05T10:00:30Z');
    const ids = await Promise.all(
      Array.from({ length: 5 }, async () =>
        scene.publish({ expression: '* * * * *', overlap: 'allow' }),
      ),
    );
    await setTime(db, '2027-01-05T10:03:30Z');
    const round = async (): Promise<void> => {
      const deps = s.deps();
      while (await sweepSchedules(deps));
    };
    await Promise.all(Array.from({ length: 20 }, round));
    await sweep();
    for (const id of ids) {
      expect(await scene.runs(id)).toHaveLength(3);
      expect(await scene.fires(id)).toEqual([
        '2027-01-05T10:01:00.000Z started',
        '2027-01-05T10:02:00.000Z started',
        '2027-01-05T10:03:00.000Z started',
      ]);
      await scene.turn(id, 'archived');
    }
  });

  it('is fired by the workers themselves, once, also when its leader is gone', async () => {
    await setTime(db, '2027-01-06T08:59:59Z');
    const id = await scene.publish({ expression: '0 9-11 * * *', zone: 'UTC' });
    const [leader] = await Promise.all([s.worker(), s.worker(), s.worker()]);
    for (const hour of ['09', '10', '11']) {
      await setTime(db, `2027-01-06T${hour}:00:00Z`);
      await waitFor(`the run of ${hour}:00`, async () =>
        (await scene.fires(id)).includes(`2027-01-06T${hour}:00:00.000Z started`),
      );
      if (hour === '09') await leader.stop();
    }
    expect(await scene.runs(id)).toHaveLength(3);
    await scene.turn(id, 'archived');
  });

  it('lays a crowd at midnight apart by a jitter that is the same each day', async () => {
    await setTime(db, '2027-01-06T12:00:00Z');
    const ids = await Promise.all(
      Array.from({ length: 12 }, async () =>
        scene.publish({ expression: '0 0 * * *', zone: 'UTC', jitterSeconds: 3600 }),
      ),
    );
    const offsets = await Promise.all(
      ids.map(async (id) => ((await scene.next(id))?.getTime() ?? 0) - Date.UTC(2027, 0, 7)),
    );
    expect(new Set(offsets).size).toBeGreaterThan(8);
    expect(Math.min(...offsets)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...offsets)).toBeLessThan(3_600_000);
    await setTime(db, '2027-01-07T01:00:01Z');
    await sweep();
    for (const [index, id] of ids.entries()) {
      expect(await scene.fires(id)).toEqual(['2027-01-07T00:00:00.000Z started']);
      expect(await scene.next(id)).toEqual(
        new Date(Date.UTC(2027, 0, 8) + (offsets[index] ?? Number.NaN)),
      );
      await scene.turn(id, 'archived');
    }
  });

  it('follows its zone through a clock change: the skipped time comes later, the day is not lost', async () => {
    await setTime(db, '2027-03-27T12:00:00Z');
    const id = await scene.publish({ expression: '30 2 * * *', zone: 'Europe/Berlin' });
    for (const at of ['2027-03-28T01:30:01Z', '2027-03-29T00:30:01Z']) {
      await setTime(db, at);
      await sweep();
    }
    expect(await scene.fires(id)).toEqual([
      '2027-03-28T01:30:00.000Z started',
      '2027-03-29T00:30:00.000Z started',
    ]);
    await scene.turn(id, 'archived');
  });

  it('with a rule that has ended comes no more', async () => {
    await setTime(db, '2027-03-30T00:00:00Z');
    const expression = 'FREQ=HOURLY;UNTIL=20270330T020000Z';
    const id = await scene.publish({ kind: 'rrule', expression, zone: 'UTC' });
    for (const hour of ['01', '02']) {
      await setTime(db, `2027-03-30T${hour}:00:01Z`);
      await sweep();
    }
    expect((await scene.fires(id)).map((fire) => fire.slice(11, 13))).toEqual(['01', '02']);
    expect(await scene.next(id)).toBeNull();
    await sweep();
    expect(await scene.runs(id)).toHaveLength(2);
  });
});

describe('S11.2 what was missed', () => {
  it('inside the catch-up window runs, and what is older is recorded', async () => {
    await setTime(db, '2027-04-01T00:00:00Z');
    const id = await scene.publish({
      expression: '0 * * * *',
      zone: 'UTC',
      overlap: 'allow',
      catchUpSeconds: 2 * 3600,
    });
    await setTime(db, '2027-04-04T00:10:00Z');
    await sweep();
    expect(await scene.fires(id)).toEqual([
      '2027-04-01T01:00:00.000Z missed 70',
      '2027-04-03T23:00:00.000Z started',
      '2027-04-04T00:00:00.000Z started',
    ]);
    expect((await receipts(id)).toSorted()).toEqual(['accepted', 'accepted', 'missed']);
    await scene.turn(id, 'archived');
  });

  it('is not run by a window of nothing, which an ordinary delay does not count as', async () => {
    await setTime(db, '2027-04-05T00:00:00Z');
    const id = await scene.publish({ expression: '0 * * * *', zone: 'UTC', catchUpSeconds: 0 });
    await setTime(db, '2027-04-05T01:00:20Z');
    await sweep();
    await setTime(db, '2027-04-05T02:30:00Z');
    await sweep();
    expect(await scene.fires(id)).toEqual([
      '2027-04-05T01:00:00.000Z started',
      '2027-04-05T02:00:00.000Z missed',
    ]);
    await scene.turn(id, 'archived');
  });

  it('resuming after three days fires nothing of them', async () => {
    await setTime(db, '2027-04-06T00:00:00Z');
    const id = await scene.publish({
      expression: '0 * * * *',
      zone: 'UTC',
      catchUpSeconds: 604_800,
    });
    await scene.turn(id, 'paused');
    await setTime(db, '2027-04-09T00:30:00Z');
    await sweep();
    await scene.turn(id, 'active');
    await sweep();
    expect(await scene.fires(id)).toEqual([]);
    expect(await scene.next(id)).toEqual(new Date('2027-04-09T01:00:00Z'));
    await scene.turn(id, 'archived');
  });
});

describe('S11.2 when the run before has not ended', () => {
  const long = [wait('pause', 'PT90M'), end()];
  const hourly = { expression: '0 * * * *', zone: 'UTC', catchUpSeconds: 86_400 };

  const threeHours = async (from: string, overlap: string): Promise<string> => {
    await setTime(db, from);
    const id = await scene.publish({ ...hourly, overlap }, long);
    for (let hour = 0; hour < 3; hour += 1) {
      await advanceTime(db, '1 hour');
      await sweep();
    }
    return id;
  };

  it('"skip" starts none and says so', async () => {
    const id = await threeHours('2027-04-10T00:30:00Z', 'skip');
    expect((await scene.fires(id)).map((fire) => fire.slice(25))).toEqual([
      'started',
      'skipped',
      'skipped',
    ]);
    expect(await receipts(id)).toEqual(['accepted', 'skipped', 'skipped']);
    await finishRuns(id);
    await scene.turn(id, 'archived');
  });

  it('"allow" starts each', async () => {
    const id = await threeHours('2027-04-11T00:30:00Z', 'allow');
    expect(await scene.runs(id)).toHaveLength(3);
    await finishRuns(id);
    await scene.turn(id, 'archived');
  });

  it('"queue" starts one after the other, also with schedulers at once, and loses none', async () => {
    const id = await threeHours('2027-04-12T00:30:00Z', 'queue');
    const statuses = async (): Promise<readonly string[]> =>
      (await scene.fires(id)).map((fire) => fire.slice(25));
    expect(await statuses()).toEqual(['started', 'owed', 'owed']);
    await finishRuns(id);
    await advanceTime(db, '10 seconds');
    await Promise.all([sweep(), sweep(), sweep()]);
    expect(await statuses()).toEqual(['started', 'started', 'owed']);
    await finishRuns(id);
    await advanceTime(db, '10 seconds');
    await Promise.all([sweep(), sweep(), sweep()]);
    expect(await statuses()).toEqual(['started', 'started', 'started']);
    await finishRuns(id);
    await scene.turn(id, 'archived');
  });
});

describe('S11.2 at the tick', () => {
  const tick = '2027-05-01T09:00:00.000Z';
  const minute = { expression: '0 9 * * *', zone: 'UTC' };

  it.each([
    [
      'editing the rule',
      async (id: string) => scene.republish(id, { expression: '30 9 * * *', zone: 'UTC' }),
    ],
    ['republishing the same rule', async (id: string) => scene.republish(id, minute)],
    [
      'changing only its zone',
      async (id: string) => scene.republish(id, { ...minute, zone: 'Europe/Berlin' }),
    ],
    [
      'changing its jitter',
      async (id: string) => scene.republish(id, { ...minute, jitterSeconds: 600 }),
    ],
    ['making it a webhook', async (id: string) => scene.republish(id, null)],
    [
      'toggling ten times',
      async (id: string) => {
        for (let count = 0; count < 10; count += 1) {
          await scene.turn(id, 'paused');
          await scene.turn(id, 'active');
        }
      },
    ],
  ])('%s neither doubles nor loses it', async (_, change) => {
    for (const order of ['change first', 'scheduler first', 'both at once']) {
      await setTime(db, '2027-05-01T08:59:00Z');
      const id = await scene.publish(minute);
      await setTime(db, tick);
      if (order === 'scheduler first') await sweep();
      if (order === 'both at once') await Promise.all([sweep(), change(id), sweep()]);
      else await change(id);
      await advanceTime(db, '6 seconds');
      await sweep();
      expect(await scene.fires(id), order).toEqual([`${tick} started`]);
      expect(await scene.runs(id), order).toHaveLength(1);
      const { rowCount } = await db.sql.query('select 1 from schedules where automation_id = $1', [
        id,
      ]);
      expect(rowCount).toBeLessThanOrEqual(1);
      await scene.turn(id, 'archived');
    }
  });

  it('paused before its run began, it starts when it is resumed within the window, else is missed', async () => {
    for (const [pause, outcome] of [
      ['10 minutes', 'started'],
      ['2 hours', 'missed'],
    ] as const) {
      await setTime(db, '2027-05-02T08:59:00Z');
      const id = await scene.publish(minute);
      await setTime(db, '2027-05-02T09:00:00Z');
      await scene.turn(id, 'paused');
      await sweep();
      expect(await scene.fires(id)).toEqual(['2027-05-02T09:00:00.000Z owed']);
      await advanceTime(db, pause);
      await scene.turn(id, 'active');
      await sweep();
      expect(await scene.fires(id)).toEqual([`2027-05-02T09:00:00.000Z ${outcome}`]);
      await scene.turn(id, 'archived');
    }
  });

  it('a scheduler that dies between owing and starting leaves the debt to the next', async () => {
    await setTime(db, '2027-05-03T08:59:00Z');
    const id = await scene.publish(minute);
    await setTime(db, '2027-05-03T09:00:00Z');
    await db.transaction(async (tx) => passSchedules(tx, await lockDueSchedules(tx, 10)));
    expect(await scene.fires(id)).toEqual(['2027-05-03T09:00:00.000Z owed']);
    await sweep();
    expect(await scene.fires(id)).toEqual(['2027-05-03T09:00:00.000Z started']);
    await scene.turn(id, 'archived');
  });
});
