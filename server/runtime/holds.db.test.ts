import { beforeEach, describe, expect, it } from 'vitest';
import { checkInvariants } from './check-invariants.ts';
import { txOf, withTransaction } from '#server/platform/db.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { countHeld } from '#server/store/holds.ts';
import { advanceTime, setTime } from '#server/testing/advance-time.ts';
import { documentOf, end, post, reply, wait } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { cancelRun } from './cancel-run.ts';
import { deliverSignal } from './deliver-signal.ts';
import { sweepHolds } from './hold-runs.ts';
import { setAutomationStatus, type SetAutomationStatus } from './pause-automation.ts';
import { sweepAges } from './sweep-ages.ts';
import { sweepDueTimers } from './sweep-due-timers.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

beforeEach(async () => setTime(db, '2026-11-27T18:00:00Z'));

const order = async (
  automationId: string,
  status: SetAutomationStatus['status'],
  more: Partial<SetAutomationStatus> = {},
): Promise<void> => {
  await setAutomationStatus(s.deps(), {
    orgId: s.orgId,
    automationId,
    status,
    actor: 'lena',
    ...more,
  });
};

const work = async (): Promise<void> => {
  while (await sweepHolds(s.deps()));
};

const hold = async (automationId: string): Promise<void> => {
  await order(automationId, 'paused', { holdRuns: true });
  await work();
};

const fireAll = async (): Promise<void> => {
  while (await sweepDueTimers(s.deps()));
};

const startMany = async (automation: string, count: number): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (let nr = 0; nr < count; nr += 1) ids.push((await s.start(automation)).runId);
  return ids;
};

const statusesOf = async (ids: readonly string[]): Promise<readonly string[]> =>
  Promise.all(ids.map(async (id) => s.status(id)));

const countDone = async (ids: readonly string[]): Promise<number> =>
  (await statusesOf(ids)).filter((status) => status === 'done').length;

const typesOf = async (runId: string): Promise<readonly string[]> =>
  (await s.log(runId)).map(({ type }) => type);

const due = async (runId: string, purpose: string): Promise<string> => {
  const { rows } = await db.sql.query<{ at: Date }>(
    `select due_at as at from timers where run_id = $1 and purpose = $2`,
    [runId, purpose],
  );
  return rows[0]?.at.toISOString() ?? 'none';
};

const pausing = async (): Promise<string> => s.publish(documentOf([wait('pause', 'PT1H'), end()]));

describe('a held automation', () => {
  it('fires no timer of its runs, and three days later resuming fires nothing all at once unasked', async () => {
    const automation = await pausing();
    const other = await s.start(await pausing());
    const ids = await startMany(automation, 40);
    await hold(automation);
    expect(await typesOf(ids[0] ?? '')).toContain('run.held');
    await advanceTime(db, '3 days');
    await fireAll();
    expect(await countDone(ids)).toBe(0);
    expect(await s.status(other.runId)).toBe('done');
    // Overdue and held is no fault: nothing is broken meanwhile.
    expect((await checkInvariants(db.pool)).filter(({ count }) => count > 0)).toEqual([]);
    expect(await countHeld(txOf(db.pool), automation, 5)).toEqual({ held: 5, due: 5 });

    await order(automation, 'active');
    await work();
    await fireAll();
    expect(await countDone(ids)).toBeLessThan(4);
    await advanceTime(db, '30 minutes');
    await fireAll();
    const half = await countDone(ids);
    expect(half).toBeGreaterThan(5);
    expect(half).toBeLessThan(35);
    await advanceTime(db, '31 minutes');
    await fireAll();
    expect(await countDone(ids)).toBe(40);
    expect(await typesOf(ids[0] ?? '')).toContain('run.unheld');
  });

  it('runs what came due at once when that is asked for', async () => {
    const automation = await pausing();
    const ids = await startMany(automation, 3);
    await hold(automation);
    await advanceTime(db, '2 hours');
    await order(automation, 'active', { waits: 'now' });
    await work();
    await fireAll();
    expect(await countDone(ids)).toBe(3);
  });

  it('ends the runs whose waits came due when those are to be skipped, and lets the others go on', async () => {
    const short = await s.publish(documentOf([wait('pause', 'PT1H'), end()]));
    const [missed] = await startMany(short, 1);
    await advanceTime(db, '50 minutes');
    const [early] = await startMany(short, 1);
    await hold(short);
    await advanceTime(db, '20 minutes');
    await order(short, 'active', { waits: 'skip' });
    await work();
    expect(await s.status(missed ?? '')).toBe('cancelled');
    const asked = (await s.log(missed ?? '')).find(({ type }) => type === 'run.cancel_requested');
    expect(asked?.actor).toBe('lena');
    expect(await s.status(early ?? '')).toBe('waiting_timer');
    await advanceTime(db, '41 minutes');
    await fireAll();
    expect(await s.status(early ?? '')).toBe('done');
  });

  it('gives deadlines and the age of runs the held time back', async () => {
    const automation = await s.publish(
      documentOf([reply('answer'), end()], undefined, { maxAgeDays: 1 }),
    );
    const { runId } = await s.start(automation, { input: { key: 'k1' } });
    const before = Date.parse(await due(runId, 'deadline'));
    await advanceTime(db, '30 minutes');
    await hold(automation);
    await advanceTime(db, '3 days');
    await fireAll();
    await sweepAges(s.deps());
    expect(await s.status(runId)).toBe('waiting_signal');
    await order(automation, 'active', { waits: 'now' });
    await work();
    await sweepAges(s.deps());
    const held = Date.parse(await due(runId, 'deadline')) - before;
    expect(Math.round(held / 60_000)).toBe(3 * 24 * 60);
    expect(await s.status(runId)).toBe('waiting_signal');
    await cancelRun(s.deps(), { orgId: s.orgId, runId, actor: 'api', reason: null });
  });

  it('takes answers in meanwhile, and does what follows them only once it is resumed', async () => {
    const automation = await s.publish(documentOf([reply('answer'), post('call', box), end()]));
    const { runId } = await s.start(automation, { input: { key: 'k2' } });
    await hold(automation);
    const said = await deliverSignal(s.deps(), {
      orgId: s.orgId,
      name: 'email.reply',
      correlationKey: 'k2',
      identity: 'once',
      payload: {},
      source: 'signal',
    });
    expect(said).toBeDefined();
    await s.worker();
    const other = await s.start(await s.publish(documentOf([post('call', box), end()])));
    await s.untilRun(other.runId, 'done');
    expect(await typesOf(runId)).toContain('signal.received');
    expect(await typesOf(runId)).not.toContain('step.started');
    await order(automation, 'active', { waits: 'now' });
    await s.untilRun(runId, 'done');
  });

  it('is toggled ten times and loses nothing', async () => {
    const automation = await pausing();
    const ids = await startMany(automation, 4);
    for (let nr = 0; nr < 10; nr += 1) {
      await order(automation, 'paused', { holdRuns: true });
      await sweepHolds(s.deps());
      await order(automation, 'active', { waits: nr % 2 === 0 ? 'now' : 'spread' });
      if (nr % 3 === 0) await sweepHolds(s.deps());
    }
    await work();
    await advanceTime(db, '2 hours');
    await fireAll();
    expect(await countDone(ids)).toBe(4);
    const { rows } = await db.sql.query('select 1 from automations where hold is not null');
    expect(rows).toEqual([]);
  });

  it('lets test runs go on, and holds what was started in the moment of the pause', async () => {
    const automation = await pausing();
    const { runId: test } = await s.start(automation, { isTest: true });
    await hold(automation);
    // Its transaction had read the automation before.
    await order(automation, 'active', { waits: 'now' });
    await db.sql.query(
      `update automations set hold = 'holding', hold_release = null where id = $1`,
      [automation],
    );
    const { runId: late } = await s.start(automation);
    await work();
    await advanceTime(db, '2 hours');
    await fireAll();
    expect(await statusesOf([test, late])).toEqual(['done', 'waiting_timer']);
    await order(automation, 'active', { waits: 'now' });
    await work();
    await fireAll();
    expect(await s.status(late)).toBe('done');
  });
});

describe('an order to hold', () => {
  it('that is taken back while a batch begins marks no run afterwards', async () => {
    const automation = await pausing();
    const ids = await startMany(automation, 2);
    await order(automation, 'paused', { holdRuns: true });
    let batches: Promise<unknown> = Promise.resolve();
    await withTransaction(db.pool, async (tx) => {
      await tx.query(`update automations set hold = null, hold_at = null where id = $1`, [
        automation,
      ]);
      // It waits for the row, and reads what the order has become.
      batches = work();
      await waitFor('the batch to wait', async () => {
        const { rows } = await db.sql.query(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        return rows.length > 0 ? true : null;
      });
    });
    await batches;
    expect((await typesOf(ids[0] ?? '')).filter((type) => type === 'run.held')).toEqual([]);
    await advanceTime(db, '2 hours');
    await fireAll();
    expect(await countDone(ids)).toBe(2);
  });

  it('and a due sweep at the same moment leave each run fired or held, never both and never neither', async () => {
    const automation = await pausing();
    const ids = await startMany(automation, 30);
    await order(automation, 'paused', { holdRuns: true });
    await advanceTime(db, '61 minutes');
    await Promise.all([work(), sweepDueTimers(s.deps()), sweepHolds(s.deps()), fireAll()]);
    for (const id of ids) {
      const done = (await s.status(id)) === 'done';
      const types = await typesOf(id);
      expect(types.filter((type) => type === 'timer.fired')).toHaveLength(done ? 1 : 0);
      if (!done) expect(types).toContain('run.held');
    }
    await order(automation, 'active', { waits: 'now' });
    await work();
    await fireAll();
    expect(await countDone(ids)).toBe(30);
  });

  it('lets a call in flight end, and its worker goes on with nothing', async () => {
    const automation = await s.publish(documentOf([post('call', box), post('then', box), end()]));
    await setFault(txOf(db.pool), 'http', { mode: 'slow', seconds: 2, times: 1 });
    const { runId } = await s.start(automation);
    await s.worker();
    await s.untilStep(runId, 'call', 'running');
    await hold(automation);
    await s.untilStep(runId, 'call', 'done');
    // Whatever is ready and not held is taken before this one is done.
    const other = await s.start(await s.publish(documentOf([post('call', box), end()])));
    await s.untilRun(other.runId, 'done');
    await s.untilStep(runId, 'then', 'ready');
    const { rows } = await db.sql.query(
      `select attempt from steps where run_id = $1 and step_id = 'then'`,
      [runId],
    );
    expect(rows).toEqual([{ attempt: 0 }]);
    await order(automation, 'active', { waits: 'now' });
    await s.untilRun(runId, 'done');
  });
});
