import { afterEach, describe, expect, it } from 'vitest';
import { txOf } from '#server/platform/db.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { findEffect } from '#server/store/effects.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { documentOf, end, post, wait } from '#server/testing/documents.ts';
import { countRows, effectOf, vanishMidCall } from '#server/testing/effect-scenes.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { waitFor, waitForRow } from '#server/testing/wait-for.ts';
import { sweepLeases } from './sweep-leases.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

afterEach(async () => {
  for (const service of ['http', 'smtp', 'crm'] as const) {
    await setFault(txOf(db.pool), service, { mode: 'normal' });
  }
});

describe('effects', () => {
  it('S3.1 is in flight in the ledger before the provider is called, and settled after', async () => {
    await setFault(txOf(db.pool), 'http', { mode: 'slow', seconds: 1, times: 1 });
    const automation = await s.publish(documentOf([post('order', box), end()]));
    const { runId } = await s.start(automation);
    await s.worker();
    const key = `${runId}/order`;
    await waitFor('in flight', async () => {
      const effect = await findEffect(txOf(db.pool), key);
      return effect?.status === 'in_flight' && effect.attempts === 1;
    });
    await s.untilRun(runId, 'done');
    expect(await effectOf(db, key)).toMatchObject({ status: 'settled', attempts: 1 });
  });

  it('S3.2 does not overlap a live attempt: the step is put off at no cost in attempts', async () => {
    const automation = await s.publish(documentOf([post('order', box), end()]));
    const { runId } = await s.start(automation);
    const key = `${runId}/order`;
    await vanishMidCall(db, s.deps(), key, false);
    // Only the step's lease is over; the effect's own goes on.
    await db.sql.query(
      `update steps set lease_until = engine_now() - interval '1 second' where run_id = $1`,
      [runId],
    );
    await sweepLeases(s.deps());
    await s.worker();
    await s.untilStep(runId, 'order', 'waiting_retry');
    const put = (await s.log(runId)).find((entry) => entry.type === 'step.retry_scheduled');
    expect(put?.data).toMatchObject({ code: 'effect_in_flight', countsAsAttempt: false });
    expect((await effectOf(db, key)).attempts).toBe(1);
    await advanceTime(db, '31 seconds');
    await s.untilRun(runId, 'done');
  });

  it('takes no credentials of another kind of connection along', async () => {
    const { config, ...step } = post('order', box);
    const before = await countRows(db, 'sandbox.http_requests');
    const automation = await s.publish(
      documentOf([{ ...step, config: { ...config, connection: 'slack' } }, end()]),
    );
    const { runId } = await s.start(automation);
    await s.worker();
    await s.untilStep(runId, 'order', 'parked');
    const parked = (await s.log(runId)).find((entry) => entry.type === 'step.parked');
    expect(parked?.data).toMatchObject({ code: 'connection_wrong_kind' });
    expect(await countRows(db, 'sandbox.http_requests')).toBe(before);
  });

  it('S3.6 names the effect and not the attempt, and in a loop carries the iteration', async () => {
    await setFault(txOf(db.pool), 'http', { mode: 'error', times: 1 });
    const automation = await s.publish(
      documentOf(
        [post('order', box), wait('pause', 'PT1H')],
        [
          ['trigger', 'order'],
          ['order', 'pause'],
          ['pause', 'order'],
        ],
        { maxSteps: 4 },
      ),
    );
    const { runId } = await s.start(automation);
    await s.worker();
    await s.untilRun(runId, 'waiting_timer', { timeoutMs: 20_000 });
    await advanceTime(db, '61 minutes');
    await waitFor('the second pause', async () => {
      const set = (await s.log(runId)).filter((entry) => entry.type === 'timer.set');
      return set.filter((entry) => entry.stepId === 'pause').length === 2;
    });
    await waitForRow(
      db,
      'the second pause',
      `select 1 as found from timers where run_id = $1 and step_id = 'pause' and iteration = 2`,
      [runId],
    );
    await s.untilRun(runId, 'waiting_timer');
    await advanceTime(db, '61 minutes');
    await s.untilRun(runId, 'stopped');
    const { rows } = await db.sql.query<{ key: string; attempts: number }>(
      'select key, attempts from effects where run_id = $1 order by key',
      [runId],
    );
    expect(rows).toEqual([
      { key: `${runId}/order`, attempts: 2 },
      { key: `${runId}/order/2`, attempts: 1 },
    ]);
  });

  it('S4.2 lets Retry-After win over its own schedule', async () => {
    await setFault(txOf(db.pool), 'http', {
      mode: 'rate_limited',
      retryAfterSeconds: 120,
      times: 1,
    });
    const automation = await s.publish(documentOf([post('order', box), end()]));
    const { runId } = await s.start(automation);
    await s.worker();
    await s.untilStep(runId, 'order', 'waiting_retry');
    const scheduled = (await s.log(runId)).find((entry) => entry.type === 'step.retry_scheduled');
    expect(scheduled?.data).toMatchObject({ retryAfter: true, attempt: 1, of: 8 });
    const { rows } = await db.sql.query<{ seconds: number }>(
      `select extract(epoch from due_at - created_at)::float8 as seconds from timers
        where run_id = $1 and purpose = 'retry'`,
      [runId],
    );
    expect(rows[0]?.seconds).toBeGreaterThan(118);
    await advanceTime(db, '121 seconds');
    await s.untilRun(runId, 'done');
  });
});
