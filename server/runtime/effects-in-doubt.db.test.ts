import { afterEach, describe, expect, it } from 'vitest';
import { txOf } from '#server/platform/db.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { failEffect, sendEffectToReview, settleEffect } from '#server/store/end-effect.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { documentOf, end, mail, post } from '#server/testing/documents.ts';
import {
  countRows,
  effectOf,
  runWithoutHeartbeats,
  untilInFlight,
  vanishMidCall,
  withoutPromises,
} from '#server/testing/effect-scenes.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { cancelRun } from './cancel-run.ts';
import { resolveEffect } from './resolve-effect.ts';
import { sweepEffects } from './sweep-effects.ts';
import { sweepLeases } from './sweep-leases.ts';

const CONTACT = { email: 'maya@example.org' };
const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

afterEach(async () => {
  for (const service of ['http', 'smtp', 'crm'] as const) {
    await setFault(txOf(db.pool), service, { mode: 'normal' });
  }
});

const task = {
  id: 'task',
  kind: 'crm_upsert',
  config: { connection: 'crm', object: 'Task', fields: { a: 'b' } },
};

describe('effects in doubt', () => {
  it('S3.4 treats dying before the call and after it alike, and the provider has one effect', async () => {
    const before = await countRows(db, 'sandbox.http_requests');
    for (const [index, acted] of [false, true].entries()) {
      const automation = await s.publish(documentOf([post('order', box), end()]));
      const { runId } = await s.start(automation);
      const key = `${runId}/order`;
      await vanishMidCall(db, s.deps(), key, acted);
      expect(await effectOf(db, key)).toMatchObject({
        status: 'in_flight',
        attempts: 1,
        result: null,
      });
      await advanceTime(db, '31 seconds');
      await s.worker();
      await s.untilRun(runId, 'done');
      const types = (await s.log(runId)).map((entry) => entry.type);
      expect(types).toContain('effect.outcome_unknown');
      expect(await effectOf(db, key)).toMatchObject({ status: 'settled', attempts: 2 });
      expect(await countRows(db, 'sandbox.http_requests')).toBe(before + index + 1);
      await s.stopWorkers();
    }
  });

  it('S3.3 marks an attempt past its lease as unknown by the sweep, whoever looks next', async () => {
    const automation = await s.publish(documentOf([post('order', box), end()]));
    const { runId } = await s.start(automation);
    const key = `${runId}/order`;
    await vanishMidCall(db, s.deps(), key, true);
    await advanceTime(db, '31 seconds');
    await sweepEffects(s.deps());
    expect((await effectOf(db, key)).status).toBe('outcome_unknown');
    await s.worker();
    await s.untilRun(runId, 'done');
  });

  it('S3.5 repeats the same key and the same bytes while the provider remembers the key', async () => {
    const before = await countRows(db, 'sandbox.http_requests');
    await setFault(txOf(db.pool), 'http', { mode: 'accept_then_drop', times: 1 });
    const automation = await s.publish(documentOf([post('order', box, '{{ trigger.n }}'), end()]));
    const { runId } = await s.start(automation, { input: { n: 7 } });
    await s.worker();
    await s.untilRun(runId, 'done', { timeoutMs: 20_000 });
    expect(await countRows(db, 'sandbox.http_requests')).toBe(before + 1);
    expect(await effectOf(db, `${runId}/order`)).toMatchObject({ status: 'settled', attempts: 2 });
  });

  it('S3.5 reconciles where there is no key: the record is found, not made again', async () => {
    const automation = await s.publish(documentOf([task, end()]));
    await setFault(txOf(db.pool), 'crm', { mode: 'accept_then_drop', times: 1 });
    const { runId } = await s.start(automation);
    await s.worker();
    await s.untilRun(runId, 'done', { timeoutMs: 20_000 });
    expect(await countRows(db, 'sandbox.crm_records')).toBe(1);
    // Asked for, not called again: an upsert would have hidden the second call.
    expect(await effectOf(db, `${runId}/task`)).toMatchObject({ status: 'settled', attempts: 1 });
    expect(
      (await s.log(runId)).find((entry) => entry.type === 'effect.settled')?.data,
    ).toMatchObject({ how: 'reconciled' });
  });

  it('S3.5 asks a person where there is neither, and sends nothing again by itself', async () => {
    const before = await countRows(db, 'sandbox.messages');
    await setFault(txOf(db.pool), 'smtp', { mode: 'accept_then_drop', times: 1 });
    const automation = await s.publish(documentOf([mail('hello'), end()]));
    const { runId } = await s.start(automation, { contact: CONTACT });
    await s.worker();
    await s.untilRun(runId, 'needs_review', { timeoutMs: 20_000 });
    expect(await countRows(db, 'sandbox.messages')).toBe(before + 1);
    const effect = await effectOf(db, `${runId}/hello`);
    expect(effect).toMatchObject({ status: 'needs_review', attempts: 1 });
    const resolved = await resolveEffect(s.deps(), {
      orgId: s.orgId,
      key: effect.key,
      outcome: 'happened',
      actor: 'user:u1',
    });
    expect(resolved.status).toBe('settled');
    await s.untilRun(runId, 'done');
    expect(await countRows(db, 'sandbox.messages')).toBe(before + 1);
    const again = {
      orgId: s.orgId,
      key: effect.key,
      outcome: 'happened',
      actor: 'user:u1',
    } as const;
    await expect(resolveEffect(s.deps(), again)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('S3.5 asks nobody about what the first worker has answered in the meantime', async () => {
    const automation = await s.publish(documentOf([mail('hello'), end()]));
    for (const answered of ['failed', 'settled'] as const) {
      const { runId } = await s.start(automation, { contact: CONTACT });
      const key = `${runId}/hello`;
      await vanishMidCall(db, s.deps(), key, false);
      await advanceTime(db, '31 seconds');
      const { token } = await effectOf(db, key);
      const late = { key, token, actor: 'worker:late' };
      const reply = {};
      await runWithoutHeartbeats(s.deps(), 'second', async () =>
        answered === 'failed'
          ? failEffect(txOf(db.pool), { ...late, code: 'unavailable', message: 'Busy' }, 'claimed')
          : settleEffect(txOf(db.pool), { ...late, result: {}, reply, how: 'performed' }),
      );
      await s.worker();
      await s.untilRun(runId, 'done');
      await s.stopWorkers();
    }
  });

  it('S3.5 sends the same request again when the person says that it did not happen', async () => {
    await setFault(txOf(db.pool), 'http', { mode: 'drop_before', times: 1 });
    const automation = await s.publish(documentOf([post('order', box), end()]));
    const { runId } = await s.start(automation);
    const deps = withoutPromises(s.deps());
    await s.worker(deps);
    await s.untilRun(runId, 'needs_review', { timeoutMs: 20_000 });
    const key = `${runId}/order`;
    await resolveEffect(deps, { orgId: s.orgId, key, outcome: 'did_not_happen', actor: 'user:u1' });
    await s.untilRun(runId, 'done');
    expect(await effectOf(db, key)).toMatchObject({ status: 'settled', attempts: 2 });
  });

  it('S4.3 frees the connection for others when a person is asked about a call in flight', async () => {
    const { runId } = await s.start(await s.publish(documentOf([post('order', box), end()])));
    const key = `${runId}/order`;
    const taken = `connection_slots where effect_key = '${key}'`;
    await vanishMidCall(db, s.deps(), key, true);
    expect(await countRows(db, taken)).toBe(1);
    expect(await sendEffectToReview(db.sql, key, (await effectOf(db, key)).token)).toBe(true);
    expect(await countRows(db, taken)).toBe(0);
    await advanceTime(db, '31 seconds');
    await s.worker();
    await s.untilRun(runId, 'needs_review');
  });

  it('S3.5 stops the run where the person gives up', async () => {
    await setFault(txOf(db.pool), 'http', { mode: 'drop_before', times: 1 });
    const automation = await s.publish(documentOf([post('order', box), end()]));
    const { runId } = await s.start(automation);
    const deps = withoutPromises(s.deps());
    await s.worker(deps);
    await s.untilRun(runId, 'needs_review', { timeoutMs: 20_000 });
    await resolveEffect(deps, {
      orgId: s.orgId,
      key: `${runId}/order`,
      outcome: 'stop',
      actor: 'user:u1',
    });
    expect(await s.status(runId)).toBe('stopped');
  });

  it('S3.5 does not trust a key that the provider has forgotten', async () => {
    const automation = await s.publish(documentOf([post('order', box), end()]));
    const { runId } = await s.start(automation);
    await vanishMidCall(db, s.deps(), `${runId}/order`, true);
    await advanceTime(db, '25 hours');
    await s.worker();
    await s.untilRun(runId, 'needs_review');
    await resolveEffect(s.deps(), {
      orgId: s.orgId,
      key: `${runId}/order`,
      outcome: 'happened',
      actor: 'user:u1',
    });
    await s.untilRun(runId, 'done');
  });

  it('keeps a late answer of the provider when a person is being asked already, and goes on by it', async () => {
    const automation = await s.publish(documentOf([post('order', box), end()]));
    const { runId } = await s.start(automation);
    const key = `${runId}/order`;
    const deps = withoutPromises(s.deps({ leaseSeconds: 30 }));
    await setFault(txOf(db.pool), 'http', { mode: 'slow', seconds: 1.5, times: 1 });
    const late = runWithoutHeartbeats(deps, 'stalled');
    await untilInFlight(db, key);
    await advanceTime(db, '31 seconds');
    await s.worker(deps);
    await s.untilRun(runId, 'needs_review', { timeoutMs: 20_000 });
    await late;
    await s.untilRun(runId, 'done', { timeoutMs: 20_000 });
    expect(await effectOf(db, key)).toMatchObject({ status: 'settled', attempts: 1 });
  });

  it.each([
    ['is there', task, true, 'settled'],
    ['is not there', task, false, 'abandoned'],
    ['cannot be asked for', mail('task'), true, 'needs_review'],
  ] as const)(
    'S8.1 looks into what a stopped run has left: where it %s',
    async (_, step, acted, status) => {
      const automation = await s.publish(documentOf([step, end()]));
      const { runId } = await s.start(automation, { contact: CONTACT });
      const key = `${runId}/task`;
      await vanishMidCall(db, s.deps(), key, acted);
      await cancelRun(s.deps(), { orgId: s.orgId, runId, actor: 'user:u1', reason: null });
      await advanceTime(db, '31 seconds');
      await sweepLeases(s.deps());
      expect(await s.status(runId)).toBe('cancelled');
      await sweepEffects(s.deps());
      expect(await effectOf(db, key)).toMatchObject({ status, attempts: 1 });
    },
  );
});
