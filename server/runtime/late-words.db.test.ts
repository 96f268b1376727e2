/** What comes too late: words of workers that were overtaken, and looks that were outdated. */
import { describe, expect, it } from 'vitest';
import { txOf, type Tx } from '#server/platform/db.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import {
  beginFirstAttempt,
  beginNextAttempt,
  type EffectRestart,
  type EffectStart,
} from '#server/store/begin-effect.ts';
import { claimSteps, FIRST_QUEUE, type ClaimedStep } from '#server/store/claim-steps.ts';
import { doubtEffect, failEffect, settleEffect } from '#server/store/end-effect.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { documentOf, end, mail, post } from '#server/testing/documents.ts';
import { effectOf, untilInFlight, vanishMidCall } from '#server/testing/effect-scenes.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { waitForRow } from '#server/testing/wait-for.ts';
import { cancelRun } from './cancel-run.ts';
import { resolveEffect } from './resolve-effect.ts';
import { createHeldLeases } from './held-leases.ts';
import { readLoadedRuns } from './read-loaded-runs.ts';
import { runStep } from './run-step.ts';
import { createSettleQueue } from './settle-queue.ts';
import { stepWorkOf } from './step-work.ts';
import { sweepLeases } from './sweep-leases.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

const start = async (): Promise<string> =>
  (await s.start(await s.publish(documentOf([post('order', box), end()])))).runId;

const claim = async (tx: Tx, owner: string): Promise<readonly ClaimedStep[]> =>
  (
    await claimSteps(tx, {
      lane: 'io',
      limit: 10,
      owner,
      leaseSeconds: 30,
      mostLostAttempts: 20,
      after: FIRST_QUEUE,
    })
  ).steps;

const untilWaiting = async (sessions: number): Promise<void> => {
  await waitForRow(
    db,
    `${sessions} wait for a lock`,
    `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' having count(*) >= $1`,
    [sessions],
  );
};

const finish = async (runId: string): Promise<void> => {
  await advanceTime(db, '31 seconds');
  await s.worker();
  await s.untilRun(runId, 'done');
};

const startOf = (step: ClaimedStep): EffectStart => ({
  key: `${step.runId}/order`,
  orgId: step.orgId,
  runId: step.runId,
  stepId: step.stepId,
  iteration: step.iteration,
  connector: 'http',
  connectionId: null,
  connectionTarget: null,
  request: {},
  requestDigest: 'digest',
  keyTtlSeconds: null,
  stepToken: step.token,
  owner: 'w',
  leaseSeconds: 30,
});

const only = (steps: readonly ClaimedStep[]): ClaimedStep => {
  const [step] = steps;
  if (step === undefined) throw new Error('Nothing was claimed.');
  return step;
};

describe('too late', () => {
  it('S3.2 begins no effect for a claim that another has overtaken, which still runs', async () => {
    const runId = await start();
    const old = only(await claim(db.sql, 'w1'));
    await advanceTime(db, '31 seconds');
    const current = only(await claim(db.sql, 'w2'));
    expect(await beginFirstAttempt(db.sql, startOf(old))).toBeNull();
    expect(await beginFirstAttempt(db.sql, startOf(current))).toMatchObject({ token: 1 });
    const key = `${runId}/order`;
    expect(
      await failEffect(db.sql, { key, token: 1, actor: 'w', code: 'x', message: 'x' }, 'claimed'),
    ).toBe(true);
    const again: EffectRestart = {
      key,
      runId,
      connectionId: null,
      connectionTarget: null,
      owner: 'w',
      leaseSeconds: 30,
      token: 1,
      stepToken: current.token,
    };
    expect(await beginNextAttempt(db.sql, { ...again, stepToken: old.token })).toBeNull();
    // As one that had read the effect before the attempt which has raised its token.
    expect(await beginNextAttempt(db.sql, { ...again, token: 0 })).toBeNull();
    expect(await beginNextAttempt(db.sql, again)).toMatchObject({ token: 2 });
    await failEffect(db.sql, { key, token: 2, actor: 'w', code: 'x', message: 'x' }, 'abandoned');
    await cancelRun(s.deps(), { orgId: s.orgId, runId, actor: 'api', reason: null });
    await advanceTime(db, '31 seconds');
    await sweepLeases(s.deps());
    expect(await s.status(runId)).toBe('cancelled');
  });

  it('S8.1 begins no effect for a step whose run was asked to stop since it was claimed', async () => {
    const runId = await start();
    const step = only(await claim(db.sql, 'w1'));
    await cancelRun(s.deps(), { orgId: s.orgId, runId, actor: 'api', reason: null });
    expect(await beginFirstAttempt(db.sql, startOf(step))).toBeNull();
    await advanceTime(db, '31 seconds');
    await sweepLeases(s.deps());
    expect(await s.status(runId)).toBe('cancelled');
  });

  it('S2.3 the lease sweep takes no step from the worker that claimed it while the sweep looked', async () => {
    const runId = await start();
    await claim(db.sql, 'w1');
    await advanceTime(db, '31 seconds');
    let sweeping: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      expect(await claim(tx, 'w2')).toHaveLength(1);
      // It sees the lease of the first, which has lapsed, and waits for the run.
      sweeping = sweepLeases(s.deps());
      await untilWaiting(1);
    });
    await sweeping;
    const { rows } = await db.sql.query(
      'select status, owner, token from steps where run_id = $1',
      [runId],
    );
    expect(rows).toEqual([{ status: 'running', owner: 'w2', token: 2 }]);
    await finish(runId);
  });

  it('S3.3 the word of an older attempt changes nothing of a newer one', async () => {
    const runId = await start();
    const key = `${runId}/order`;
    await vanishMidCall(db, s.deps(), key, false);
    const { token } = await effectOf(db, key);
    await advanceTime(db, '31 seconds');
    await vanishMidCall(db, s.deps(), key, true);
    const newest = await effectOf(db, key);
    const tx = txOf(db.pool);
    const old = { key, token, actor: 'worker:gone', message: 'Late.' };
    expect(await failEffect(tx, { ...old, code: 'unavailable' }, 'claimed')).toBe(false);
    expect(await doubtEffect(tx, old)).toBe(false);
    expect(await settleEffect(tx, { ...old, result: {}, reply: {}, how: 'performed' })).toBe(false);
    expect(await effectOf(db, key)).toMatchObject({
      status: 'in_flight',
      token: newest.token,
      leaseUntil: newest.leaseUntil,
    });
    await finish(runId);
  });

  it('S3.5 the second of two people cannot say that it happened after the first said it did not', async () => {
    const { runId } = await s.start(await s.publish(documentOf([mail('order'), end()])), {
      contact: { email: 'maya@example.org' },
    });
    const key = `${runId}/order`;
    await vanishMidCall(db, s.deps(), key, false);
    await advanceTime(db, '31 seconds');
    await s.worker();
    await s.untilRun(runId, 'needs_review');
    const said: Promise<unknown>[] = [];
    await db.transaction(async (tx) => {
      await tx.query('select 1 from runs where id = $1 for update', [runId]);
      for (const outcome of ['did_not_happen', 'happened'] as const) {
        said.push(
          resolveEffect(s.deps(), { orgId: s.orgId, key, outcome, actor: 'user:u' }).then(
            () => 'taken',
            (error: unknown) => (error as { code?: unknown }).code,
          ),
        );
        // In this order at the run's lock: each asked while the effect was in review.
        await untilWaiting(said.length);
      }
    });
    expect(await Promise.all(said)).toEqual(['taken', 'conflict']);
    await s.untilRun(runId, 'done');
    expect(await effectOf(db, key)).toMatchObject({ attempts: 2 });
  });

  it.each([
    ['lease_lost', 'step.lost', 1],
    ['shutdown', 'step.released', 0],
  ] as const)(
    'S2.2 a call that ends with %s leaves %s, and %d attempts',
    async (reason, type, attempt) => {
      await setFault(txOf(db.pool), 'http', { mode: 'slow', seconds: 8, times: 1 });
      const runId = await start();
      const deps = s.deps({ leaseSeconds: 30 });
      const step = only(await claim(db.sql, 'w1'));
      const run = (await readLoadedRuns(deps, db.sql, [runId])).get(runId);
      if (run === undefined) throw new Error('The run is gone.');
      const worker = {
        id: 'w1',
        actor: 'worker:w1',
        held: createHeldLeases(30),
        settles: createSettleQueue(deps),
      };
      const stop = new AbortController();
      const running = runStep(deps, worker, stepWorkOf(step, run), stop.signal, undefined);
      await untilInFlight(db, `${runId}/order`);
      stop.abort(reason);
      await running;
      const { rows } = await db.sql.query('select status, attempt from steps where run_id = $1', [
        runId,
      ]);
      expect(rows).toEqual([{ status: 'ready', attempt }]);
      expect((await s.log(runId)).at(-1)).toMatchObject({ type, actor: 'worker:w1' });
      await setFault(txOf(db.pool), 'http', { mode: 'normal' });
      await finish(runId);
    },
  );
});
