import { describe, expect, it } from 'vitest';
import { txOf } from '#server/platform/db.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { documentOf, end, post, wait } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { cancelRun } from './cancel-run.ts';
import { checkInvariants } from './check-invariants.ts';
import { retryStep } from './retry-step.ts';
import { skipTimer } from './skip-timer.ts';
import { sweepAges } from './sweep-ages.ts';
import { sweepDueTimers } from './sweep-due-timers.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

const aging = async (): Promise<string> => {
  const document = documentOf([wait('long', 'P60D'), end()], undefined, { maxAgeDays: 2 });
  const { runId } = await s.start(await s.publish(document));
  return runId;
};

const broken = async (): Promise<readonly string[]> =>
  (await checkInvariants(db.pool)).filter(({ count }) => count > 0).map(({ name }) => name);

/** As runs had it that were started before their age stood in their row. */
const giveTimer = async (runId: string): Promise<string> => {
  await db.sql.query(
    `insert into timers (id, org_id, run_id, purpose, rule, zone, due_at, tzdb)
     select 'tmr_age_' || id, org_id, id, 'budget',
            '{"kind": "after", "duration": "P2D", "from": "2026-01-01T00:00:00.000Z"}', 'UTC',
            expires_at, 'old' from runs where id = $1`,
    [runId],
  );
  await db.sql.query(
    `with r as (update runs set seq = seq + 1 where id = $1 returning id, seq, org_id)
     insert into transitions (run_id, seq, org_id, type, actor, data)
     select id, seq, org_id, 'timer.set', 'engine', jsonb_build_object(
       'timerId', 'tmr_age_' || id, 'purpose', 'budget', 'zone', 'UTC', 'spreadSeconds', 0,
       'rule', '{}'::jsonb, 'dueAt', '2026-01-03T00:00:00.000Z', 'tzdb', 'old', 'shift', null)
       from r`,
    [runId],
  );
  await db.sql.query('update timer_queues set next_due_at = engine_now() where org_id = $1', [
    s.orgId,
  ]);
  return `tmr_age_${runId}`;
};

describe('the age of a run', () => {
  it('S8.2 stops a run at its greatest age, and not before', async () => {
    const runId = await aging();
    await advanceTime(db, '47 hours');
    await sweepAges(s.deps());
    expect(await s.status(runId)).toBe('waiting_timer');
    await advanceTime(db, '2 hours');
    await sweepAges(s.deps());
    expect(await s.status(runId)).toBe('stopped');
    const reached = (await s.log(runId)).find((entry) => entry.type === 'run.budget_reached');
    expect(reached?.data).toMatchObject({ budget: 'age', limit: 2 });
  });

  it('S9.1 notices a run that nobody has stopped in time', async () => {
    const runId = await aging();
    await advanceTime(db, '49 hours');
    expect(await broken()).toEqual(['open_run_too_old']);
    await sweepAges(s.deps());
    expect(await broken()).toEqual([]);
    expect(await s.status(runId)).toBe('stopped');
  });

  it('S8.4 begins anew with a replay', async () => {
    const document = documentOf([post('order', box), end()], undefined, { maxAgeDays: 2 });
    await setFault(txOf(db.pool), 'http', { mode: 'reject', times: 1 });
    const { runId } = await s.start(await s.publish(document));
    const worker = await s.worker();
    await s.untilRun(runId, 'failed');
    await worker.stop();
    await advanceTime(db, '49 hours');
    const at = { orgId: s.orgId, runId, stepId: 'order', iteration: 1 };
    await retryStep(s.deps(), { ...at, actor: 'user:u1' });
    await sweepAges(s.deps());
    expect(await s.status(runId)).toBe('running');
    await s.worker();
    await s.untilRun(runId, 'done');
  });

  it('S8.2 still ends a run that has a timer for it, which nobody can skip', async () => {
    const runId = await aging();
    const timerId = await giveTimer(runId);
    const skip = { orgId: s.orgId, runId, timerId, actor: 'user:u1' };
    await expect(skipTimer(s.deps(), skip)).rejects.toMatchObject({ code: 'conflict' });
    await advanceTime(db, '49 hours');
    await sweepDueTimers(s.deps());
    expect(await s.status(runId)).toBe('stopped');
    await sweepAges(s.deps());
  });

  it('leaves a run alone that has been asked to stop', async () => {
    const runId = await aging();
    await cancelRun(s.deps(), { orgId: s.orgId, runId, actor: 'api', reason: null });
    await advanceTime(db, '49 hours');
    await sweepAges(s.deps());
    expect(await s.status(runId)).toBe('cancelled');
  });
});
