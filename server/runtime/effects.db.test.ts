import { afterEach, describe, expect, it } from 'vitest';
import { txOf } from '#server/platform/db.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { documentOf, end, mail, post, wait } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { createHeldLeases } from './held-leases.ts';
import { claimSteps } from '#server/store/claim-steps.ts';
import { beginFirstAttempt } from '#server/store/begin-effect.ts';
import { findEffect, type EffectRow } from '#server/store/effects.ts';
import type { RuntimeDeps } from './deps.ts';
import { readLoadedRuns } from './read-loaded-runs.ts';
import { resolveEffect } from './resolve-effect.ts';
import { runStep } from './run-step.ts';
import { createSettleQueue } from './settle-queue.ts';
import { stepWorkOf } from './step-work.ts';
import { sweepEffects } from './sweep-effects.ts';
import { sweepLeases } from './sweep-leases.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);
const CONTACT = { email: 'maya@example.org' };

afterEach(async () => {
  for (const service of ['http', 'smtp', 'crm'] as const) {
    await setFault(txOf(db.pool), service, { mode: 'normal' });
  }
});

const effectOf = async (key: string): Promise<EffectRow> => {
  const effect = await findEffect(txOf(db.pool), key);
  if (effect === null) throw new Error(`no effect ${key}`);
  return effect;
};

const total = async (table: string): Promise<number> => {
  const { rows } = await db.sql.query<{ n: number }>(`select count(*)::int as n from ${table}`);
  return rows[0]?.n ?? -1;
};

/** The connectors of these deps promise nothing: no key, no way to ask. */
const withoutPromises = (deps: RuntimeDeps): RuntimeDeps => ({
  ...deps,
  connectors: new Map(
    [...deps.connectors].map(([kind, { reconcile: _, ...connector }]) => [
      kind,
      { ...connector, idempotency: 'none' as const },
    ]),
  ),
});

/** A worker that has begun its call and then vanished, before or after the provider acted. */
const vanishMidCall = async (runId: string, act: boolean): Promise<string> => {
  const deps = s.deps();
  const tx = txOf(db.pool);
  const order = { lane: 'io', limit: 1, owner: 'gone', leaseSeconds: 30, mostLostAttempts: 20 } as const;
  const [step] = await claimSteps(tx, order);
  const run = (await readLoadedRuns(deps, tx, [runId])).get(runId);
  if (step === undefined || run === undefined) throw new Error('nothing to claim');
  const { key } = stepWorkOf(step, run);
  const url = `${box.sandbox.httpUrl}/http/orders`;
  const executor = deps.executors.get('http_request');
  if (executor?.kind !== 'effect') throw new Error('no executor');
  const prepared = executor.prepare({
    orgId: s.orgId,
    runId,
    visit: { stepId: step.stepId, iteration: 1 },
    config: run.plan.steps.get(step.stepId)?.config,
    data: { trigger: {}, contact: null, steps: new Map(), run: { id: runId, startedAt: '', isTest: false } },
    render: deps.render,
    contact: null,
    approval: null,
    effectKey: key,
    now: 0,
    appUrl: '',
    signToken: () => '',
  });
  if (prepared.kind !== 'request') throw new Error('no request');
  const { rows } = await db.sql.query<{ id: string }>(
    `select id from connections where org_id = $1 and name = 'web'`,
    [s.orgId],
  );
  await beginFirstAttempt(tx, {
    key,
    orgId: s.orgId,
    runId,
    stepId: step.stepId,
    iteration: 1,
    connector: 'http',
    connectionId: rows[0]?.id ?? null,
    request: prepared.request,
    requestDigest: 'as sent',
    keyTtlSeconds: 86_400,
    stepToken: step.token,
    owner: 'gone',
    leaseSeconds: 30,
  });
  if (act) {
    const headers = { 'idempotency-key': key, 'content-type': 'application/json' };
    await fetch(url, { method: 'POST', headers, body: '{}' });
  }
  return key;
};

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
    expect(await effectOf(key)).toMatchObject({ status: 'settled', attempts: 1 });
  });

  it('S3.2 does not overlap a live attempt: the step is put off at no cost in attempts', async () => {
    const automation = await s.publish(documentOf([post('order', box), end()]));
    const { runId } = await s.start(automation);
    const key = await vanishMidCall(runId, false);
    // Only the step's lease is over; the effect's own goes on.
    await db.sql.query(`update steps set lease_until = engine_now() - interval '1 second' where run_id = $1`, [runId]);
    await sweepLeases(s.deps());
    await s.worker();
    await s.untilStep(runId, 'order', 'waiting_retry');
    const put = (await s.log(runId)).find((entry) => entry.type === 'step.retry_scheduled');
    expect(put?.data).toMatchObject({ code: 'effect_in_flight', countsAsAttempt: false });
    expect((await effectOf(key)).attempts).toBe(1);
    await advanceTime(db, '31 seconds');
    await s.untilRun(runId, 'done');
  });

  it('S3.4 treats dying before the call and after it alike, and the provider has one effect', async () => {
    const before = await total('sandbox.http_requests');
    for (const [index, acted] of [false, true].entries()) {
      const automation = await s.publish(documentOf([post('order', box), end()]));
      const { runId } = await s.start(automation);
      const key = await vanishMidCall(runId, acted);
      expect(await effectOf(key)).toMatchObject({ status: 'in_flight', attempts: 1, result: null });
      await advanceTime(db, '31 seconds');
      await s.worker();
      await s.untilRun(runId, 'done');
      const types = (await s.log(runId)).map((entry) => entry.type);
      expect(types).toContain('effect.outcome_unknown');
      expect(await effectOf(key)).toMatchObject({ status: 'settled', attempts: 2 });
      expect(await total('sandbox.http_requests')).toBe(before + index + 1);
      await s.stopWorkers();
    }
  });

  it('S3.3 marks an attempt past its lease as unknown by the sweep, whoever looks next', async () => {
    const automation = await s.publish(documentOf([post('order', box), end()]));
    const { runId } = await s.start(automation);
    const key = await vanishMidCall(runId, true);
    await advanceTime(db, '31 seconds');
    await sweepEffects(s.deps());
    expect((await effectOf(key)).status).toBe('outcome_unknown');
    await s.worker();
    await s.untilRun(runId, 'done');
  });

  it('S3.5 repeats the same key and the same bytes while the provider remembers the key', async () => {
    const before = await total('sandbox.http_requests');
    await setFault(txOf(db.pool), 'http', { mode: 'accept_then_drop', times: 1 });
    const automation = await s.publish(documentOf([post('order', box, '{{ trigger.n }}'), end()]));
    const { runId } = await s.start(automation, { input: { n: 7 } });
    await s.worker();
    await s.untilRun(runId, 'done', { timeoutMs: 20_000 });
    expect(await total('sandbox.http_requests')).toBe(before + 1);
    expect(await effectOf(`${runId}/order`)).toMatchObject({ status: 'settled', attempts: 2 });
  });

  it('S3.5 reconciles where there is no key: the record is found, not made again', async () => {
    const automation = await s.publish(
      documentOf([
        { id: 'task', kind: 'crm_upsert', config: { connection: 'crm', object: 'Task', fields: { a: 'b' } } },
        end(),
      ]),
    );
    await setFault(txOf(db.pool), 'crm', { mode: 'accept_then_drop', times: 1 });
    const { runId } = await s.start(automation);
    await s.worker();
    await s.untilRun(runId, 'done', { timeoutMs: 20_000 });
    expect(await total('sandbox.crm_records')).toBe(1);
  });

  it('S3.5 asks a person where there is neither, and sends nothing again by itself', async () => {
    const before = await total('sandbox.messages');
    await setFault(txOf(db.pool), 'smtp', { mode: 'accept_then_drop', times: 1 });
    const automation = await s.publish(documentOf([mail('hello'), end()]));
    const { runId } = await s.start(automation, { contact: CONTACT });
    await s.worker();
    await s.untilRun(runId, 'needs_review', { timeoutMs: 20_000 });
    expect(await total('sandbox.messages')).toBe(before + 1);
    const effect = await effectOf(`${runId}/hello`);
    expect(effect).toMatchObject({ status: 'needs_review', attempts: 1 });
    const resolved = await resolveEffect(s.deps(), {
      orgId: s.orgId,
      key: effect.key,
      outcome: 'happened',
      actor: 'user:u1',
    });
    expect(resolved.status).toBe('settled');
    await s.untilRun(runId, 'done');
    expect(await total('sandbox.messages')).toBe(before + 1);
    const again = { orgId: s.orgId, key: effect.key, outcome: 'happened', actor: 'user:u1' } as const;
    await expect(resolveEffect(s.deps(), again)).rejects.toMatchObject({ code: 'conflict' });
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
    expect(await effectOf(key)).toMatchObject({ status: 'settled', attempts: 2 });
  });

  it('S3.5 stops the run where the person gives up', async () => {
    await setFault(txOf(db.pool), 'http', { mode: 'drop_before', times: 1 });
    const automation = await s.publish(documentOf([post('order', box), end()]));
    const { runId } = await s.start(automation);
    const deps = withoutPromises(s.deps());
    await s.worker(deps);
    await s.untilRun(runId, 'needs_review', { timeoutMs: 20_000 });
    await resolveEffect(deps, { orgId: s.orgId, key: `${runId}/order`, outcome: 'stop', actor: 'user:u1' });
    expect(await s.status(runId)).toBe('stopped');
  });

  it('S3.5 does not trust a key that the provider has forgotten', async () => {
    const automation = await s.publish(documentOf([post('order', box), end()]));
    const { runId } = await s.start(automation);
    await vanishMidCall(runId, true);
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
    await waitFor('the second visit', async () => (await findEffect(txOf(db.pool), `${runId}/order/2`))?.status === 'settled');
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
    await setFault(txOf(db.pool), 'http', { mode: 'rate_limited', retryAfterSeconds: 120, times: 1 });
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

  it('keeps the provider\'s late answer when a person was already being asked, and goes on by it', async () => {
    const automation = await s.publish(documentOf([post('order', box), end()]));
    const { runId } = await s.start(automation);
    const slow = withoutPromises(s.deps({ leaseSeconds: 30 }));
    const tx = txOf(db.pool);
    await setFault(tx, 'http', { mode: 'slow', seconds: 1.5, times: 1 });
    const order = { lane: 'io', limit: 1, owner: 'stalled', leaseSeconds: 30, mostLostAttempts: 20 } as const;
    const [step] = await claimSteps(tx, order);
    const run = (await readLoadedRuns(slow, tx, [runId])).get(runId);
    if (step === undefined || run === undefined) throw new Error('nothing to claim');
    const worker = { id: 'stalled', actor: 'worker:stalled', held: createHeldLeases(30), settles: createSettleQueue(slow) };
    const late = runStep(slow, worker, stepWorkOf(step, run), new AbortController().signal, undefined);
    await waitFor('in flight', async () => (await findEffect(tx, `${runId}/order`))?.status === 'in_flight');
    await advanceTime(db, '31 seconds');
    await s.worker(slow);
    await s.untilRun(runId, 'needs_review', { timeoutMs: 20_000 });
    await late;
    await s.untilRun(runId, 'done', { timeoutMs: 20_000 });
    expect(await effectOf(`${runId}/order`)).toMatchObject({ status: 'settled', attempts: 1 });
  });
});
