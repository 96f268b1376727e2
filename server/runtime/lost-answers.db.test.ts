import { describe, expect, it } from 'vitest';
import { ProviderReplyError } from '#server/connectors/provider-reply.ts';
import { TerminalError } from '#server/platform/errors.ts';
import { ask, documentOf, end, mail, post, reply, wait } from '#server/testing/documents.ts';
import { cuttingProxy, type Cut } from '#server/testing/cutting-proxy.ts';
import {
  countRows,
  effectOf,
  runWithoutHeartbeats,
  vanishMidCall,
} from '#server/testing/effect-scenes.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { waitForRow } from '#server/testing/wait-for.ts';
import { cancelRun } from './cancel-run.ts';
import { decideApproval } from './decide-approval.ts';
import { deliverSignal } from './deliver-signal.ts';
import type { RuntimeDeps } from './deps.ts';
import { keyMayDecide } from './permission-to-decide.ts';
import { resolveEffect } from './resolve-effect.ts';
import { createStartQueue } from './start-queue.ts';
import { skipTimer } from './skip-timer.ts';

/** The whole statement: "read committed", which every transaction begins with, is none. */
const COMMIT = 'commit\u0000';
const CONTACT = { email: 'maya@example.org' };
const CUTS: readonly Cut[] = ['before', 'after'];
const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);
const proxy = cuttingProxy(db);

/** A process whose every statement goes through the proxy. */
const through = (): RuntimeDeps => {
  const starts = createStartQueue(() => deps);
  const deps: RuntimeDeps = { ...s.deps(), pool: proxy.pool, starts };
  return deps;
};

const types = async (runId: string): Promise<readonly string[]> =>
  (await s.log(runId)).map(({ type }) => type);

describe.each(CUTS)('the connection is cut %s the statement takes effect', (when) => {
  it('S3.4 keeps the provider’s answer, and asks nobody about it', async () => {
    const before = await countRows(db, 'sandbox.messages');
    const automation = await s.publish(documentOf([mail('hello'), end()]));
    const cut = proxy.cut(when, 'effect.settled');
    const { runId } = await s.start(automation, { contact: CONTACT });
    await s.worker(through());
    await cut;
    await s.untilRun(runId, 'done');
    expect(await effectOf(db, `${runId}/hello`)).toMatchObject({ status: 'settled', attempts: 1 });
    expect(await countRows(db, 'sandbox.messages')).toBe(before + 1);
    expect(await types(runId)).not.toContain('step.released');
  });

  it('S2.3 does not refuse its own result as late', async () => {
    const config = { fields: { name: 'Maya Lindner' } };
    const automation = await s.publish(
      documentOf([{ id: 'rename', kind: 'update_contact', config }, end()]),
    );
    const cut = proxy.cut(when, COMMIT);
    const { runId } = await s.start(automation, { contact: CONTACT });
    // Without sweeps the first COMMIT of the worker is the step's.
    await s.worker(through(), { sweeps: false });
    await cut;
    await s.untilRun(runId, 'done');
    // Till it has tried again and said what it has to say.
    await s.stopWorkers();
    expect(await types(runId)).not.toContain('step.result_refused');
  });

  it('S2.5 goes on at once with the step that its settle had claimed, and not after a lease', async () => {
    const config = { fields: { name: 'Maya Lindner' } };
    const rename = (id: string) => ({ id, kind: 'update_contact', config });
    const automation = await s.publish(documentOf([rename('one'), rename('two'), end()]));
    const cut = proxy.cut(when, COMMIT);
    const { runId } = await s.start(automation, { contact: CONTACT });
    const deps = through();
    await s.worker({ ...deps, tuning: { ...deps.tuning, leaseSeconds: 300 } }, { sweeps: false });
    await cut;
    await s.untilRun(runId, 'done');
    const started = (await s.log(runId)).filter(({ type }) => type === 'step.started');
    expect(started.map(({ data }) => data['attempt'])).toEqual(started.map(() => 1));
  });

  it('S3.4 goes on with an attempt whose beginning was not confirmed: nobody has called yet', async () => {
    const before = await countRows(db, 'sandbox.messages');
    const automation = await s.publish(documentOf([mail('hello'), end()]));
    const cut = proxy.cut(when, 'effect.started');
    const { runId } = await s.start(automation, { contact: CONTACT });
    await s.worker(through());
    await cut;
    await s.untilRun(runId, 'done');
    expect(await effectOf(db, `${runId}/hello`)).toMatchObject({ status: 'settled', attempts: 1 });
    expect(await countRows(db, 'sandbox.messages')).toBe(before + 1);
  });

  it('S1.3 starts one run and answers with it', async () => {
    const automation = await s.publish(documentOf([wait('pause', 'P1D'), end()]));
    const cut = proxy.cut(when, 'run.started');
    const start = { startKey: `lost-${when}` };
    const first = await s.start(automation, start, through());
    await cut;
    expect(first.duplicate).toBe(false);
    expect(await s.start(automation, start)).toMatchObject({ runId: first.runId, duplicate: true });
  });

  it('S6.5 tells the one who decided that it was decided', async () => {
    const automation = await s.publish(documentOf([ask('approve'), end()]));
    const { runId } = await s.start(automation, { input: { key: 'k' } });
    const { id, digest } = await waitForRow<{ id: string; digest: string }>(
      db,
      'the request',
      'select id, digest from approvals where run_id = $1',
      [runId],
    );
    const cut = proxy.cut(when, COMMIT);
    const decided = await decideApproval(through(), {
      orgId: s.orgId,
      approvalId: id,
      decision: 'approved',
      digest,
      via: 'inbox',
      actor: 'api:key',
      comment: null,
      mayDecide: keyMayDecide('owner'),
    });
    await cut;
    expect(decided).toMatchObject({ kind: 'decided', decision: 'approved' });
    expect(await s.status(runId)).toBe('done');
  });

  it('S8.1 cancels, and says that the run is cancelled', async () => {
    const automation = await s.publish(documentOf([wait('pause', 'P1D'), end()]));
    const { runId } = await s.start(automation);
    const cut = proxy.cut(when, COMMIT);
    const cancel = { orgId: s.orgId, runId, actor: 'user:u', reason: null };
    expect(await cancelRun(through(), cancel)).toMatchObject({ status: 'cancelled' });
    await cut;
  });

  it('S5.4 skips a wait once, and does not say that somebody else did', async () => {
    const automation = await s.publish(
      documentOf([wait('pause', 'P1D'), wait('next', 'P1D'), end()]),
    );
    const { runId } = await s.start(automation);
    const { id: timerId } = await waitForRow<{ id: string }>(
      db,
      'the timer',
      `select id from timers where run_id = $1 and purpose = 'wait'`,
      [runId],
    );
    const cut = proxy.cut(when, COMMIT);
    await skipTimer(through(), { orgId: s.orgId, runId, timerId, actor: 'user:u' });
    await cut;
    await s.untilStep(runId, 'next', 'waiting_timer');
  });

  it('S6.4 takes a signal once', async () => {
    const automation = await s.publish(documentOf([reply('answer'), reply('again'), end()]));
    const { runId } = await s.start(automation, { input: { key: `sig-${when}` } });
    const cut = proxy.cut(when, COMMIT);
    const delivered = await deliverSignal(through(), {
      orgId: s.orgId,
      name: 'email.reply',
      correlationKey: `sig-${when}`,
      identity: `id-${when}`,
      payload: {},
      source: 'signal',
    });
    await cut;
    expect(delivered).toMatchObject({ duplicate: false, runId });
    await s.untilStep(runId, 'again', 'waiting_signal');
  });

  it('S3.5 takes a person’s word once, and does not call it a conflict', async () => {
    const automation = await s.publish(documentOf([mail('hello'), end()]));
    const { runId } = await s.start(automation, { contact: CONTACT });
    const key = `${runId}/hello`;
    await vanishMidCall(db, s.deps(), key, true);
    await advanceTime(db, '31 seconds');
    await s.worker();
    await s.untilRun(runId, 'needs_review');
    const cut = proxy.cut(when, COMMIT);
    const resolve = { orgId: s.orgId, key, outcome: 'happened', actor: 'user:u' } as const;
    expect(await resolveEffect(through(), resolve)).toMatchObject({ status: 'settled' });
    await cut;
    await s.untilRun(runId, 'done');
  });
});

describe('a provider that speaks in bytes that cannot be stored', () => {
  it('S11.1 is written down as the refusal that it is', async () => {
    const refuse = async (): Promise<never> => {
      const cause = new ProviderReplyError({ conversation: ['550 \u0000 \ud800'] });
      throw new TerminalError('It was refused: \u0000\ud800.', { cause });
    };
    const deps = s.deps();
    const connectors = new Map(
      [...deps.connectors].map(([kind, connector]) => [kind, { ...connector, perform: refuse }]),
    );
    const automation = await s.publish(documentOf([mail('hello'), end()]));
    const { runId } = await s.start(automation, { contact: CONTACT });
    await s.worker({ ...deps, connectors });
    await s.untilRun(runId, 'failed');
    expect(await effectOf(db, `${runId}/hello`)).toMatchObject({
      status: 'abandoned',
      attempts: 1,
    });
  });
});

describe('a process that stood still', () => {
  it('S2.5 does not make a call whose lease has run out before it came to it', async () => {
    const before = await countRows(db, 'sandbox.http_requests');
    const automation = await s.publish(documentOf([post('order', box), end()]));
    const { runId } = await s.start(automation);
    await runWithoutHeartbeats(s.deps({ leaseSeconds: 0.001 }), 'stalled');
    expect(await countRows(db, 'sandbox.http_requests')).toBe(before);
    expect(await effectOf(db, `${runId}/order`)).toMatchObject({ status: 'claimed', attempts: 1 });
    await s.worker();
    await s.untilRun(runId, 'done');
    expect(await countRows(db, 'sandbox.http_requests')).toBe(before + 1);
  });
});
