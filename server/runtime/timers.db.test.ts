import { describe, expect, it } from 'vitest';
import { txOf } from '#server/platform/db.ts';
import { createBoss, stopBoss } from '#server/platform/queue.ts';
import { takeLease } from '#server/store/leases.ts';
import { markOrgsServed, nextTimerOrgs } from '#server/store/timer-queues.ts';
import { advanceTime, setTime } from '#server/testing/advance-time.ts';
import { createOrganisation } from '#server/testing/create-organisation.ts';
import { documentOf, end, reply, wait } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { cancelRun } from './cancel-run.ts';
import { deliverSignal } from './deliver-signal.ts';
import { fireDueTimers } from './fire-timers.ts';
import { ALL_QUEUES } from './queues.ts';
import { relayOutbox } from './relay-outbox.ts';
import { skipTimer } from './skip-timer.ts';
import { sweepDueTimers } from './sweep-due-timers.ts';

const db = testDatabase();
const s = scenario(db);

interface TimerRow {
  readonly id: string;
  readonly rule: Record<string, unknown>;
  readonly zone: string;
  readonly dueAt: Date;
  readonly firedAt: Date | null;
}

const timerOf = async (runId: string, purpose = 'wait'): Promise<TimerRow> => {
  const { rows } = await db.sql.query<TimerRow>(
    `select id, rule, zone, due_at as "dueAt", fired_at as "firedAt" from timers
      where run_id = $1 and purpose = $2 order by id limit 1`,
    [runId, purpose],
  );
  const [timer] = rows;
  if (timer === undefined) throw new Error('no timer');
  return timer;
};

const pausing = async (): Promise<string> => s.publish(documentOf([wait('pause', 'PT1H'), end()]));

const fires = async (runId: string): Promise<number> =>
  (await s.log(runId)).filter((entry) => entry.type === 'timer.fired').length;

describe('timers', () => {
  it('S5.1 keeps the rule, the zone and the instant, and says in the log what was computed', async () => {
    await setTime(db, '2026-11-27T18:00:00Z');
    const weekdays = { at: '09:00', days: 'weekdays', zone: 'contact', spreadSeconds: 0 };
    const automation = await s.publish(
      documentOf([{ id: 'monday', kind: 'wait_until', config: weekdays }, end()]),
    );
    const { runId } = await s.start(automation, {
      contact: { email: 'maya@example.org', timezone: 'Europe/Berlin' },
    });
    const timer = await timerOf(runId);
    expect(timer.zone).toBe('Europe/Berlin');
    expect(timer.rule).toMatchObject({ kind: 'wall_clock', at: '09:00' });
    expect(timer.dueAt.toISOString()).toBe('2026-11-30T08:00:00.000Z');
    const set = (await s.log(runId)).find(
      (entry) => entry.type === 'timer.set' && entry.stepId === 'monday',
    );
    expect(set?.data).toMatchObject({ timerId: timer.id, dueAt: '2026-11-30T08:00:00.000Z' });
    await cancelRun(s.deps(), { orgId: s.orgId, runId, actor: 'api', reason: null });
  });

  it('S5.4 fires by the sweep alone when its delayed job is lost', async () => {
    const { runId } = await s.start(await pausing());
    const boss = await createBoss(db.url, { queues: ALL_QUEUES, maintenance: false });
    await relayOutbox({ pool: db.pool }, boss);
    await db.sql.query('delete from pgboss.job');
    await stopBoss(boss);
    await advanceTime(db, '61 minutes');
    await sweepDueTimers(s.deps());
    expect(await s.status(runId)).toBe('done');
  });

  it('S5.4 fires once, however often and from wherever it is called, and never early', async () => {
    const { runId } = await s.start(await pausing());
    expect(await fireDueTimers(s.deps(), [s.orgId], 'engine')).toBe(false);
    await advanceTime(db, '61 minutes');
    const deps = s.deps();
    await Promise.all([
      ...Array.from({ length: 8 }, async () => fireDueTimers(deps, [s.orgId], 'engine')),
      sweepDueTimers(deps),
      sweepDueTimers(deps),
    ]);
    expect(await fires(runId)).toBe(1);
    expect(await s.status(runId)).toBe('done');
  });

  it('S5.5 serves another organisation within one sweep beside a backlog of 20,000', async () => {
    const crowded = await createOrganisation(db);
    const automation = await pausing();
    const { runId } = await s.start(automation);
    await db.sql.query(
      `with copies as (
         insert into runs (id, org_id, automation_id, version, start_key, status, seq, steps_left,
                           expires_at, finished_at)
         select 'run_crowd_' || n, $1, $2, 1, 'crowd ' || n, 'done', 0, 1, now(), now()
           from generate_series(1, 2000) n
         returning id)
       insert into timers (id, org_id, run_id, purpose, rule, zone, due_at, tzdb)
       select 'tmr_crowd_' || c.id || n, $1, c.id, 'budget', '{}', 'UTC',
              engine_now() + interval '30 minutes', 'x'
         from copies c, generate_series(1, 10) n`,
      [crowded, automation],
    );
    await db.sql.query(
      `insert into timer_queues (org_id, next_due_at) values ($1, engine_now() - interval '1 day')`,
      [crowded],
    );
    // The crowd is the first in line.
    await db.sql.query('update timer_queues set last_served_at = now() where org_id = $1', [
      s.orgId,
    ]);
    await db.sql.query('analyze timers');
    await advanceTime(db, '61 minutes');
    await sweepDueTimers(s.deps());
    expect(await s.status(runId)).toBe('done');
    // The crowd is made of finished runs, which the walk refuses: not part of this scenario's end.
    await db.sql.query(`delete from timers where org_id = $1`, [crowded]);
    await db.sql.query(`delete from runs where org_id = $1`, [crowded]);
    await db.sql.query(`delete from timer_queues where org_id = $1`, [crowded]);
  });

  it('S5.5 lets whoever was served wait for all others that have something due', async () => {
    const orgs: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const orgId = await createOrganisation(db);
      await s.start(await s.publish(documentOf([wait('pause', 'PT1H'), end()]), orgId), { orgId });
      orgs.push(orgId);
    }
    await advanceTime(db, '61 minutes');
    await fireDueTimers(s.deps(), [s.orgId], 'test');
    const served: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const [next = ''] = await nextTimerOrgs(db.sql, 1);
      served.push(next);
      await markOrgsServed(db.sql, [next], []);
    }
    expect(served.toSorted()).toEqual(orgs.toSorted());
    while (await sweepDueTimers(s.deps()));
  });

  it('S5.4 looks again in time for what comes soon after a sweep', async () => {
    const first = await s.start(await s.publish(documentOf([wait('pause', 'PT5S'), end()])));
    const second = await s.start(await s.publish(documentOf([wait('pause', 'PT25S'), end()])));
    await advanceTime(db, '6 seconds');
    while (await sweepDueTimers(s.deps()));
    expect(await s.status(first.runId)).toBe('done');
    expect(await s.status(second.runId)).toBe('waiting_timer');
    await advanceTime(db, '20 seconds');
    await sweepDueTimers(s.deps());
    expect(await s.status(second.runId)).toBe('done');
  });

  it('S5.4 sees a wait that a run begins on its way, sooner than anything else there', async () => {
    const orgId = await createOrganisation(db);
    const automation = await s.publish(
      documentOf([reply('answer'), wait('pause', 'PT1H'), end()]),
      orgId,
    );
    const { runId } = await s.start(automation, { orgId, input: { key: 'on the way' } });
    await deliverSignal(s.deps(), {
      orgId,
      name: 'email.reply',
      correlationKey: 'on the way',
      identity: 'on the way',
      payload: {},
      source: 'signal',
    });
    expect(await s.status(runId)).toBe('waiting_timer');
    await advanceTime(db, '61 minutes');
    await sweepDueTimers(s.deps());
    expect(await s.status(runId)).toBe('done');
  });

  it('S5.6 passes by what someone else holds, and waits for nobody', async () => {
    const automation = await pausing();
    const held = await s.start(automation);
    const free = await s.start(automation);
    await advanceTime(db, '61 minutes');
    await db.transaction(async (tx) => {
      await tx.query('select 1 from runs where id = $1 for update', [held.runId]);
      await sweepDueTimers(s.deps());
      expect(await s.status(free.runId)).toBe('done');
    });
    await sweepDueTimers(s.deps());
    expect(await s.status(held.runId)).toBe('done');
  });

  it('S5.6 two sweeps at once fire each timer once', async () => {
    const automation = await pausing();
    const runs = await Promise.all(Array.from({ length: 30 }, async () => s.start(automation)));
    await advanceTime(db, '61 minutes');
    const deps = s.deps();
    await Promise.all([sweepDueTimers(deps), sweepDueTimers(deps), sweepDueTimers(deps)]);
    while (await sweepDueTimers(deps));
    for (const { runId } of runs) expect(await fires(runId)).toBe(1);
  });

  it('S5.6 one leads by a short lease, and another takes over when it falls silent', async () => {
    const tx = txOf(db.pool);
    expect(await takeLease(tx, 'sweep:test', 'w1', 0.3)).toBe(true);
    expect(await takeLease(tx, 'sweep:test', 'w2', 0.3)).toBe(false);
    expect(await takeLease(tx, 'sweep:test', 'w1', 0.3)).toBe(true);
    await waitFor('the lease to lapse', async () => takeLease(tx, 'sweep:test', 'w2', 5));
    expect(await takeLease(tx, 'sweep:test', 'w1', 0.3)).toBe(false);
  });

  it('lets a person skip a wait, and says who did', async () => {
    const { runId } = await s.start(await pausing());
    const { id: timerId } = await timerOf(runId);
    const skip = { orgId: s.orgId, runId, timerId, actor: 'user:u1' };
    await skipTimer(s.deps(), skip);
    expect((await s.log(runId)).find((entry) => entry.type === 'timer.fired')).toMatchObject({
      actor: 'user:u1',
      data: { skipped: true },
    });
    await expect(skipTimer(s.deps(), skip)).rejects.toMatchObject({ code: 'gone' });
    expect(await s.status(runId)).toBe('done');
  });
});
