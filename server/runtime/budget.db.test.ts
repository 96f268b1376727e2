import { beforeEach, describe, expect, it } from 'vitest';
import { txOf, type Tx } from '#server/platform/db.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { reserveSpend } from '#server/store/spend.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { documentOf, end } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { retryStep } from './retry-step.ts';
import { sweepBudgets } from './sweep-budgets.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

const draft = {
  id: 'draft',
  kind: 'ai_generate',
  config: { connection: 'model', prompt: 'Write', maxCost: 0.01 },
};

const budget = async (micros: number, period: 'day' | 'total' = 'day'): Promise<void> => {
  await db.sql.query(
    `insert into budgets (org_id, name, limit_micros, period) values ($1, 'model', $2, $3)
     on conflict (org_id, name) do update set limit_micros = $2, period = $3`,
    [s.orgId, micros, period],
  );
};

const reserved = async (): Promise<number> => {
  const { rows } = await db.sql.query<{ micros: number }>(
    `select coalesce(sum(coalesce(settled_micros, reserved_micros)), 0)::bigint as micros
       from spend where status <> 'released'`,
  );
  return rows[0]?.micros ?? -1;
};

const attemptOf = async (runId: string): Promise<number> => {
  const { rows } = await db.sql.query<{ attempt: number }>(
    `select attempt from steps where run_id = $1 and step_id = 'draft'`,
    [runId],
  );
  return rows[0]?.attempt ?? -1;
};

const startDraft = async (): Promise<string> =>
  (await s.start(await s.publish(documentOf([draft, end()])))).runId;

beforeEach(async () => {
  await setFault(txOf(db.pool), 'model', { mode: 'normal' });
  await db.sql.query('delete from spend');
});

describe('the model budget', () => {
  it('S4.5 is reserved once through retries, and settled at what the call did cost', async () => {
    await budget(1_000_000);
    await setFault(txOf(db.pool), 'model', { mode: 'error', times: 2 });
    const runId = await startDraft();
    await s.worker();
    await s.untilStep(runId, 'draft', 'waiting_retry');
    expect(await reserved()).toBe(10_000);
    await advanceTime(db, '5 minutes');
    await s.untilStep(runId, 'draft', 'waiting_retry');
    expect(await reserved()).toBe(10_000);
    await advanceTime(db, '5 minutes');
    await s.untilRun(runId, 'done');
    expect(await reserved()).toBeLessThan(10_000);
    expect(await reserved()).toBeGreaterThan(0);
  });

  it('S4.5 is given back by a refused call, and reserved again by its replay', async () => {
    await budget(10_000);
    await setFault(txOf(db.pool), 'model', { mode: 'reject', times: 1 });
    const runId = await startDraft();
    await s.worker();
    await s.untilRun(runId, 'failed');
    expect(await reserved()).toBe(0);
    const retry = { orgId: s.orgId, runId, stepId: 'draft', iteration: 1, actor: 'user:u' };
    await retryStep(s.deps(), retry);
    await s.untilRun(runId, 'done');
    const { rows } = await db.sql.query('select status from spend where run_id = $1', [runId]);
    expect(rows).toEqual([{ status: 'settled' }]);
  });

  it('S4.5 used up makes steps wait for the next period, at no cost in attempts', async () => {
    await budget(5_000);
    const runId = await startDraft();
    await s.worker(undefined, { sweeps: true });
    await s.untilStep(runId, 'draft', 'waiting_retry');
    expect(await attemptOf(runId)).toBe(0);
    const { rows } = await db.sql.query<{ next: boolean }>(
      `select due_at >= date_trunc('day', engine_now()) + interval '1 day' as next from timers
        where run_id = $1 and purpose = 'retry'`,
      [runId],
    );
    expect(rows[0]?.next).toBe(true);
    // Nothing is woken in vain while there is not enough.
    const before = (await s.log(runId)).length;
    await sweepBudgets(s.deps());
    expect(await s.log(runId)).toHaveLength(before);
    await budget(10_000);
    await advanceTime(db, '25 hours');
    await s.untilRun(runId, 'done', { timeoutMs: 20_000 });
  });

  it('S4.5 raised lets steps go on at once, no more than it pays for', async () => {
    await budget(5_000, 'total');
    const [one, two] = [await startDraft(), await startDraft()];
    const worker = await s.worker(undefined, { sweeps: false });
    await s.untilRun(one, 'parked');
    await s.untilRun(two, 'parked');
    await worker.stop();
    await budget(15_000, 'total');
    await sweepBudgets(s.deps());
    const { rows } = await db.sql.query<{ status: string }>(
      `select status from steps where run_id = any ($1) and step_id = 'draft' order by id`,
      [[one, two]],
    );
    expect(rows.map((row) => row.status)).toEqual(['ready', 'parked']);
    await budget(1_000_000, 'total');
    await sweepBudgets(s.deps());
    await s.worker();
    await s.untilRun(one, 'done');
    await s.untilRun(two, 'done');
  });

  it('S4.5 is not reserved twice by two who ask at once', async () => {
    await budget(10_000, 'total');
    const reserve = async (tx: Tx, effectKey: string): Promise<boolean> =>
      reserveSpend(tx, {
        effectKey,
        orgId: s.orgId,
        budget: 'model',
        runId: 'run',
        micros: 10_000,
      });
    let over = false;
    let second: Promise<boolean> | undefined;
    await db.transaction(async (tx) => {
      expect(await reserve(tx, 'one')).toBe(true);
      second = db
        .transaction(async (other) => reserve(other, 'two'))
        .finally(() => {
          over = true;
        });
      await waitFor('the second waits, or is over', async () => {
        const { rowCount } = await db.sql.query(
          `select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return over || rowCount !== 0;
      });
    });
    expect(await second).toBe(false);
  });
});
