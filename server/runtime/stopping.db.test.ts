import { afterEach, describe, expect, it } from 'vitest';
import { txOf } from '#server/platform/db.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { findEffect } from '#server/store/effects.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { ask, documentOf, end, mail, post, reply, wait } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { cancelRun, type CancelledRun } from './cancel-run.ts';
import { resumeParked } from './resume-parked.ts';
import { retryStep } from './retry-step.ts';
import { sweepDueTimers } from './sweep-due-timers.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

const cancel = async (runId: string): Promise<CancelledRun> =>
  cancelRun(s.deps(), { orgId: s.orgId, runId, actor: 'user:u1', reason: 'asked to' });

const total = async (table: string): Promise<number> => {
  const { rows } = await db.sql.query<{ n: number }>(`select count(*)::int as n from ${table}`);
  return rows[0]?.n ?? -1;
};

afterEach(async () => {
  for (const service of ['http', 'smtp', 'model'] as const) {
    await setFault(txOf(db.pool), service, { mode: 'normal' });
  }
});

describe('stopping', () => {
  it('S8.1 ends a waiting run at once, and leaves no timer, subscription or request behind', async () => {
    for (const [step, status] of [
      [wait('a', 'P1D'), 'waiting_timer'],
      [reply('a'), 'waiting_signal'],
      [ask('a'), 'waiting_approval'],
    ] as const) {
      const automation = await s.publish(documentOf([step, end()]));
      const { runId } = await s.start(automation, { input: { key: `k-${status}` } });
      expect(await s.status(runId)).toBe(status);
      expect(await cancel(runId)).toEqual({ status: 'cancelled', changed: true });
      expect(await cancel(runId)).toEqual({ status: 'cancelled', changed: false });
      const { rows } = await db.sql.query(
        `select (select count(*) from timers where run_id = $1 and fired_at is null and cancelled_at is null)
              + (select count(*) from subscriptions where run_id = $1 and closed_at is null)
              + (select count(*) from approvals where run_id = $1 and status = 'open') as left`,
        [runId],
      );
      expect(rows).toEqual([{ left: 0 }]);
    }
  });

  it('S8.1 does not claim a step of a run that was asked to stop', async () => {
    const before = await total('sandbox.http_requests');
    const automation = await s.publish(documentOf([post('order', box), end()]));
    const { runId } = await s.start(automation);
    expect(await cancel(runId)).toMatchObject({ status: 'cancelled' });
    await s.worker();
    await advanceTime(db, '1 minute');
    await sweepDueTimers(s.deps());
    expect(await total('sandbox.http_requests')).toBe(before);
  });

  it('S8.1 lets an effect in flight finish, keeps its answer, and schedules nothing after it', async () => {
    await setFault(txOf(db.pool), 'http', { mode: 'slow', seconds: 1, times: 1 });
    const automation = await s.publish(documentOf([post('one', box), post('two', box), end()]));
    const { runId } = await s.start(automation);
    await s.worker();
    await waitFor(
      'in flight',
      async () => (await findEffect(txOf(db.pool), `${runId}/one`))?.status === 'in_flight',
    );
    expect(await cancel(runId)).toEqual({ status: 'stopping', changed: true });
    await s.untilRun(runId, 'cancelled');
    expect((await findEffect(txOf(db.pool), `${runId}/one`))?.status).toBe('settled');
    expect(await findEffect(txOf(db.pool), `${runId}/two`)).toBeNull();
    const types = (await s.log(runId)).map((entry) => entry.type);
    expect(types.at(-1)).toBe('run.finished');
    expect(types).toContain('run.cancel_requested');
  });

  it('S8.1 looks into an effect whose outcome is unknown when its run was stopped', async () => {
    await setFault(txOf(db.pool), 'smtp', { mode: 'slow', seconds: 1 });
    const automation = await s.publish(documentOf([mail('hello'), end()]));
    const { runId } = await s.start(automation, { contact: { email: 'maya@example.org' } });
    await s.worker(s.deps({ leaseSeconds: 60, graceSeconds: 0 }));
    await waitFor(
      'in flight',
      async () => (await findEffect(txOf(db.pool), `${runId}/hello`))?.status === 'in_flight',
    );
    await cancel(runId);
    await s.stopWorkers();
    await s.worker();
    await s.untilRun(runId, 'cancelled');
    await waitFor('an answer', async () => {
      const effect = await findEffect(txOf(db.pool), `${runId}/hello`);
      return (
        effect?.status === 'needs_review' ||
        effect?.status === 'settled' ||
        effect?.status === 'abandoned'
      );
    });
  });

  it('S8.2 stops a hot loop at its step budget, with the reason', async () => {
    const automation = await s.publish(
      documentOf(
        [post('again', box)],
        [
          ['trigger', 'again'],
          ['again', 'again'],
        ],
        { maxSteps: 40 },
      ),
    );
    const { runId } = await s.start(automation);
    await s.worker();
    await s.untilRun(runId, 'stopped', { timeoutMs: 20_000 });
    const budget = (await s.log(runId)).find((entry) => entry.type === 'run.budget_reached');
    expect(budget?.data).toMatchObject({ budget: 'steps', limit: 40 });
  });

  it('S8.3 checks consent when it sends: unsubscribed on Sunday means no email on Monday', async () => {
    const before = await total('sandbox.messages');
    const automation = await s.publish(
      documentOf(
        [
          wait('weekend', 'P3D'),
          {
            id: 'news',
            kind: 'send_email',
            config: { connection: 'mailbox', subject: 'News', body: 'News' },
          },
          end('sent', 'sent'),
          end('skipped', 'skipped'),
        ],
        [
          ['trigger', 'weekend'],
          ['weekend', 'news'],
          ['news', 'sent', 'sent'],
          ['news', 'skipped', 'skipped'],
        ],
      ),
    );
    const { runId } = await s.start(automation, { contact: { email: 'sunday@example.org' } });
    await db.sql.query(
      `insert into consents (org_id, contact_id, channel, state, source)
       select org_id, id, 'email', 'withdrawn', 'link' from contacts where email = 'sunday@example.org'`,
    );
    await s.worker();
    await advanceTime(db, '73 hours');
    await s.untilRun(runId, 'done');
    expect(await total('sandbox.messages')).toBe(before);
    const { rows } = await db.sql.query<{ outcome: string }>(
      'select outcome from runs where id = $1',
      [runId],
    );
    expect(rows).toEqual([{ outcome: 'skipped' }]);
  });

  it('S8.5 parks on a revoked credential without retrying, and resumes from the same step', async () => {
    await setFault(txOf(db.pool), 'smtp', { mode: 'revoked' });
    const automation = await s.publish(documentOf([mail('hello'), end()]));
    const { runId } = await s.start(automation, { contact: { email: 'maya@example.org' } });
    // Without sweeps, one of which would find what reconnecting had left.
    await s.worker(s.deps(), { sweeps: false });
    await s.untilRun(runId, 'parked');
    const parked = (await s.log(runId)).find((entry) => entry.type === 'step.parked');
    const connectionId = String(parked?.data['connectionId']);
    const { rows } = await db.sql.query('select health from connections where id = $1', [
      connectionId,
    ]);
    expect(rows).toEqual([{ health: 'unauthorised' }]);
    expect((await s.log(runId)).map((entry) => entry.type)).not.toContain('step.retry_scheduled');
    await setFault(txOf(db.pool), 'smtp', { mode: 'normal' });
    const resume = { orgId: s.orgId, connectionId, actor: 'user:u1' };
    expect(await resumeParked(s.deps(), resume)).toEqual({ resumed: 1 });
    await s.untilRun(runId, 'done');
    expect((await findEffect(txOf(db.pool), `${runId}/hello`))?.attempts).toBe(2);
  });

  it('S4.5 reserves before a model call, settles the real cost, and parks when the budget is used up', async () => {
    await db.sql.query(
      `insert into budgets (org_id, name, limit_micros, period) values ($1, 'model', 60000, 'total')`,
      [s.orgId],
    );
    const write = { connection: 'model', prompt: 'Write to Maya', maxCost: 0.05 };
    const automation = await s.publish(
      documentOf([{ id: 'draft', kind: 'ai_generate', config: write }, end()]),
    );
    const first = await s.start(automation);
    await s.worker();
    await s.untilRun(first.runId, 'done');
    const { rows } = await db.sql.query<{ status: string; settled: number; reserved: number }>(
      `select status, settled_micros as settled, reserved_micros as reserved from spend where run_id = $1`,
      [first.runId],
    );
    expect(rows[0]).toMatchObject({ status: 'settled', reserved: 50_000 });
    expect(rows[0]?.settled).toBeLessThan(50_000);
    await db.sql.query(`update budgets set limit_micros = 1000 where org_id = $1`, [s.orgId]);
    const second = await s.start(automation);
    await s.untilRun(second.runId, 'parked');
    expect(
      (await s.log(second.runId)).find((entry) => entry.type === 'step.parked')?.data,
    ).toMatchObject({
      code: 'budget_used_up',
    });
    await db.sql.query(`update budgets set limit_micros = 200000 where org_id = $1`, [s.orgId]);
    const { runId } = second;
    const retry = { orgId: s.orgId, runId, stepId: 'draft', iteration: 1, actor: 'user:u1' };
    await retryStep(s.deps(), retry);
    await s.untilRun(runId, 'done');
  });

  it('S11.1 keeps a dead letter with its error, and replays it from that step', async () => {
    await setFault(txOf(db.pool), 'http', { mode: 'reject' });
    const automation = await s.publish(documentOf([post('one', box), end()]));
    const { runId } = await s.start(automation);
    await s.worker();
    await s.untilRun(runId, 'failed');
    const { rows } = await db.sql.query<{ error: { code: string } }>(
      `select error from steps where run_id = $1 and step_id = 'one'`,
      [runId],
    );
    expect(rows[0]?.error.code).toBe('rejected');
    await setFault(txOf(db.pool), 'http', { mode: 'normal' });
    const retry = { orgId: s.orgId, runId, stepId: 'one', iteration: 1, actor: 'user:u1' };
    await retryStep(s.deps(), retry);
    await s.untilRun(runId, 'done');
    expect(await findEffect(txOf(db.pool), `${runId}/one`)).toMatchObject({
      status: 'settled',
      attempts: 2,
    });
    await expect(retryStep(s.deps(), retry)).rejects.toMatchObject({ code: 'conflict' });
  });
});
