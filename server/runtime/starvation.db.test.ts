import { describe, expect, it } from 'vitest';
import { txOf } from '#server/platform/db.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { claimSteps, FIRST_QUEUE } from '#server/store/claim-steps.ts';
import { documentOf, end, reply, wait, type TestStep } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { scheduleScene } from '#server/testing/schedule-scene.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { nextTimerOrgs, msToNextTimer } from '#server/store/timer-queues.ts';
import type { RuntimeDeps } from './deps.ts';
import { sweepAges } from './sweep-ages.ts';
import { sweepDueTimers } from './sweep-due-timers.ts';
import { sweepLeases } from './sweep-leases.ts';
import { sweepSchedules } from './sweep-schedules.ts';
import { sweepSignals } from './sweep-signals.ts';
import { sweepZoneChanges } from './sweep-zone-changes.ts';

const db = testDatabase();
const s = scenario(db);

/** More than the sweep of due timers takes at once, and more than the others take. */
const CROWD = 260;
const FEW = 110;

/** While `work` goes on, no run of the automation can be advanced: its version is unreadable. */
const whileUnreadable = async (
  automation: string,
  work: (deps: RuntimeDeps) => Promise<void>,
): Promise<void> => {
  const { rows } = await db.sql.query<{ document: unknown }>(
    'select document from automation_versions where automation_id = $1',
    [automation],
  );
  const write = async (document: unknown): Promise<void> =>
    db.transaction(async (tx) => {
      // Past the trigger that keeps versions as they were published.
      await tx.query('set local session_replication_role = replica');
      await tx.query('update automation_versions set document = $2 where automation_id = $1', [
        automation,
        JSON.stringify(document),
      ]);
    });
  await write({ format: 'torn' });
  try {
    await work(s.deps());
  } finally {
    await write(rows[0]?.document);
  }
};

const startMany = async (automation: string, count: number): Promise<void> => {
  const keys = Array.from({ length: count }, (_, n) => `k${n}`);
  await Promise.all(keys.map(async (key) => s.start(automation, { input: { key } })));
};

const statuses = async (automation: string): Promise<readonly string[]> => {
  const { rows } = await db.sql.query<{ status: string }>(
    'select distinct status from runs where automation_id = $1 order by status',
    [automation],
  );
  return rows.map((row) => row.status);
};

const DAILY = {
  kind: 'cron',
  expression: '0 9 * * *',
  zone: 'UTC',
  catchUpSeconds: 172_800,
} as const;

const update = (id: string): TestStep => ({
  id,
  kind: 'update_contact',
  config: { fields: { seen: true } },
});

const clock = (id: string): TestStep => ({
  id,
  kind: 'wait_until',
  config: { at: '09:00', days: 'weekdays', zone: 'contact', spreadSeconds: 0 },
});

/** Lets everything that is left come to its end, so that the house is in order afterwards. */
const finish = async (): Promise<void> => {
  const deps = s.deps();
  while (await sweepLeases(deps));
  while (await sweepSignals(deps));
  while (await sweepDueTimers(deps));
  await s.worker(deps);
  await waitFor('all runs to end', async () => {
    const { rows } = await db.sql.query('select 1 from runs where finished_at is null limit 1');
    return rows.length === 0;
  });
};

describe('runs that cannot be advanced', { timeout: 120_000 }, () => {
  it('S5.6 keep no timer behind them from firing in the same sweep, and fire when they can', async () => {
    const torn = await s.publish(documentOf([wait('pause', 'PT1M'), end()]));
    await startMany(torn, CROWD);
    await advanceTime(db, '1 second');
    const whole = await s.publish(documentOf([wait('pause', 'PT1M'), end()]));
    const { runId } = await s.start(whole);
    await advanceTime(db, '2 minutes');
    await whileUnreadable(torn, async (deps) => {
      for (let rounds = 0; await sweepDueTimers(deps); rounds += 1) expect(rounds).toBeLessThan(9);
      expect(await s.status(runId)).toBe('done');
      expect(await statuses(torn)).toEqual(['waiting_timer']);
      // And the sweep rests as well, instead of asking about them all the time.
      expect(await nextTimerOrgs(txOf(db.pool), 10)).toEqual([]);
      expect(await msToNextTimer(txOf(db.pool))).toBeGreaterThan(1000);
    });
    await advanceTime(db, '1 minute');
    const deps = s.deps();
    while (await sweepDueTimers(deps));
    expect(await statuses(torn)).toEqual(['done']);
  });

  it('S9.1 keep no other step from being given back when its worker vanished', async () => {
    const torn = await s.publish(documentOf([update('change'), end()]));
    const whole = await s.publish(documentOf([update('change'), end()]));
    await startMany(torn, FEW);
    const { runId } = await s.start(whole);
    const order = { lane: 'fast', owner: 'gone', leaseSeconds: 1, mostLostAttempts: 20 } as const;
    const limit = FEW + 1;
    const { steps } = await claimSteps(txOf(db.pool), { ...order, limit, after: FIRST_QUEUE });
    expect(steps).toHaveLength(limit);
    await advanceTime(db, '10 seconds');
    await whileUnreadable(torn, async (deps) => {
      for (let rounds = 0; rounds < 3; rounds += 1) await sweepLeases(deps);
      await s.untilStep(runId, 'change', 'ready');
    });
    await finish();
  });

  it('S9.3 keep no other run from ending at its greatest age', async () => {
    const torn = await s.publish(documentOf([wait('pause', 'P9D'), end()]));
    await startMany(torn, FEW);
    const whole = await s.publish(documentOf([wait('pause', 'P9D'), end()]));
    const { runId } = await s.start(whole);
    await db.sql.query(
      `update runs set expires_at = engine_now() - interval '1 second' where finished_at is null`,
    );
    await whileUnreadable(torn, async (deps) => {
      for (let rounds = 0; rounds < 4; rounds += 1) await sweepAges(deps);
      expect(await s.status(runId)).toBe('stopped');
      expect(await statuses(torn)).toEqual(['waiting_timer']);
    });
    const deps = s.deps();
    while (await sweepAges(deps));
    expect(await statuses(torn)).toEqual(['stopped']);
  });

  it('S6.4 keep no other run from the signal that it waits for', async () => {
    const torn = await s.publish(documentOf([reply('answer'), end()]));
    await startMany(torn, FEW);
    const whole = await s.publish(documentOf([reply('answer'), end()]));
    const { runId } = await s.start(whole, { input: { key: 'zz' } });
    // Stored by a process that died before it handed them over.
    await db.sql.query(
      `insert into signals (id, org_id, name, correlation_key, identity, payload)
       select 'sig_' || id, org_id, signal, correlation_key, id, '{}' from subscriptions
        where closed_at is null`,
    );
    await whileUnreadable(torn, async (deps) => {
      for (let rounds = 0; rounds < 3; rounds += 1) await sweepSignals(deps);
      expect(await s.status(runId)).toBe('done');
      expect(await statuses(torn)).toEqual(['waiting_signal']);
    });
    await finish();
  });

  it('S5.1 keep no other timer of the same contact, or of others, from following a new zone', async () => {
    const torn = await s.publish(documentOf([clock('nine'), end()]));
    const whole = await s.publish(documentOf([clock('nine'), end()]));
    const personOf = (n: number) => ({
      contact: { email: `c${n}@example.com`, timezone: 'Europe/Berlin' },
    });
    for (let n = 0; n < FEW; n += 1) await s.start(torn, personOf(n));
    const { runId: beside } = await s.start(whole, personOf(0));
    const { runId: behind } = await s.start(whole, personOf(999));
    await db.sql.query(`update contacts set timezone = 'Asia/Kolkata' where org_id = $1`, [
      s.orgId,
    ]);
    const zoneOf = async (runId: string): Promise<unknown> =>
      (
        await db.sql.query<{ zone: string }>(
          `select zone from timers where run_id = $1 and purpose = 'wait'`,
          [runId],
        )
      ).rows[0]?.zone;
    await whileUnreadable(torn, async (deps) => {
      for (let rounds = 0; rounds < 3; rounds += 1) await sweepZoneChanges(deps);
      expect([await zoneOf(beside), await zoneOf(behind)]).toEqual([
        'Asia/Kolkata',
        'Asia/Kolkata',
      ]);
    });
    await sweepZoneChanges(s.deps());
    await advanceTime(db, '4 days');
    await finish();
  });
});

describe('schedules that cannot be moved on', () => {
  it('S5.5 hold up no other schedule', async () => {
    const scene = scheduleScene(db, s);
    const torn: string[] = [];
    for (let n = 0; n < 3; n += 1) torn.push(await scene.publish(DAILY));
    const whole = await scene.publish(DAILY);
    await db.sql.query(
      `update schedules set kind = 'rrule', expression = 'DTSTART:torn' where automation_id = any ($1)`,
      [torn],
    );
    await advanceTime(db, '1 day');
    const deps = s.deps();
    for (let rounds = 0; rounds < 2; rounds += 1) await sweepSchedules(deps);
    expect(await scene.runs(whole)).toHaveLength(1);
    await db.sql.query(
      'update schedules set kind = $2, expression = $3 where automation_id = any ($1)',
      [torn, 'cron', DAILY.expression],
    );
    await sweepSchedules(s.deps());
    for (const id of torn) expect(await scene.runs(id)).toHaveLength(1);
  });
});
