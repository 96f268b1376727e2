import { describe, expect, it } from 'vitest';
import { txOf } from '#server/platform/db.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { documentOf, end, post } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import {
  claimSteps,
  FIRST_QUEUE,
  type ClaimedStep,
  type ClaimOrder,
} from '#server/store/claim-steps.ts';
import { renewStepLeases } from '#server/store/renew-leases.ts';
import { cancelRun } from './cancel-run.ts';
import { createHeldLeases } from './held-leases.ts';
import { createSettleQueue } from './settle-queue.ts';
import { readLoadedRuns } from './read-loaded-runs.ts';
import { runStep } from './run-step.ts';
import { stepWorkOf } from './step-work.ts';
import { sweepLeases } from './sweep-leases.ts';
import type { WorkerContext } from './worker-context.ts';
import { waitFor } from '#server/testing/wait-for.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

const order = (owner: string, limit = 10): ClaimOrder => ({
  lane: 'io',
  limit,
  owner,
  leaseSeconds: 30,
  mostLostAttempts: 20,
  after: FIRST_QUEUE,
});

const claim = async (owner: string, limit = 10): Promise<readonly ClaimedStep[]> =>
  (await claimSteps(txOf(db.pool), order(owner, limit))).steps;

const ready = async (runs: number): Promise<readonly string[]> => {
  const automation = await s.publish(documentOf([post('order', box), end()]));
  const ids: string[] = [];
  for (let n = 0; n < runs; n += 1) ids.push((await s.start(automation)).runId);
  return ids;
};

const workerOf = (id: string): WorkerContext => ({
  id,
  actor: `worker:${id}`,
  held: createHeldLeases(30),
  settles: createSettleQueue(s.deps()),
});

/** Lets a worker that claimed the step report, as it would after its work. */
const report = async (step: ClaimedStep, worker: string): Promise<string> => {
  const deps = s.deps();
  const run = (await readLoadedRuns(deps, txOf(db.pool), [step.runId])).get(step.runId);
  if (run === undefined) throw new Error('no run');
  const { signal } = new AbortController();
  const work = stepWorkOf(step, run);
  const { outcome } = await runStep(deps, workerOf(worker), work, signal, undefined);
  return outcome.kind;
};

const first = (claimed: readonly ClaimedStep[]): ClaimedStep => {
  const [step] = claimed;
  if (step === undefined) throw new Error('nothing was claimed');
  return step;
};

const finishAll = async (runIds: readonly string[]): Promise<void> => {
  await s.worker();
  for (const id of runIds) await s.untilRun(id, 'done', { timeoutMs: 20_000 });
};

describe('claiming', () => {
  it('S2.1 claims only without a live lease, and the token rises with every claim', async () => {
    const [runId = ''] = await ready(1);
    const one = first(await claim('w1'));
    expect(one).toMatchObject({ runId, token: 1, attempt: 1 });
    expect(await claim('w2')).toEqual([]);
    await advanceTime(db, '31 seconds');
    const two = first(await claim('w2'));
    expect(two).toMatchObject({ runId, token: 2, attempt: 2 });
    const log = (await s.log(runId)).filter((entry) => /started|lost/.test(entry.type));
    expect(log.map((entry) => entry.type)).toEqual([
      'run.started',
      'step.started',
      'step.lost',
      'step.started',
    ]);
    await advanceTime(db, '31 seconds');
    await finishAll([runId]);
  });

  it('S2.1 hands every step to one of many claimers, never more than asked for', async () => {
    const runIds = await ready(40);
    const claims = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => claim(`w${n}`, 3 + (n % 3))),
    );
    for (const [n, steps] of claims.entries())
      expect(steps.length).toBeLessThanOrEqual(3 + (n % 3));
    const ids = claims.flat().map((step) => step.id);
    expect(new Set(ids).size).toBe(ids.length);
    await advanceTime(db, '31 seconds');
    await finishAll(runIds);
  });

  it('S2.2 extends a lease only for the current token, and never one that has lapsed', async () => {
    const [runId = ''] = await ready(1);
    const one = first(await claim('w1'));
    const tx = txOf(db.pool);
    expect((await renewStepLeases(tx, [one], 30)).extended).toEqual(new Set([one.id]));
    await advanceTime(db, '31 seconds');
    // The late beat of a stalled worker takes nothing back.
    expect((await renewStepLeases(tx, [one], 30)).extended).toEqual(new Set());
    const two = first(await claim('w2'));
    const leases = async (): Promise<unknown> =>
      (await db.sql.query('select lease_until from steps where id = $1', [one.id])).rows;
    const before = await leases();
    expect((await renewStepLeases(tx, [one], 3600)).extended).toEqual(new Set());
    // Nor does it lengthen the lease of whoever holds the step now.
    expect(await leases()).toEqual(before);
    expect((await renewStepLeases(tx, [two], 30)).extended).toEqual(new Set([two.id]));
    await advanceTime(db, '31 seconds');
    await finishAll([runId]);
  });

  it('S2.3 refuses a late result, changes nothing, and shows it in the log', async () => {
    const [runId = ''] = await ready(1);
    const one = first(await claim('w1'));
    await advanceTime(db, '31 seconds');
    const two = first(await claim('w2'));
    expect(await report(two, 'w2')).toBe('advanced');
    expect(await s.status(runId)).toBe('done');
    expect(await report(one, 'w1')).toBe('unchanged');
    expect((await s.log(runId)).at(-1)).toMatchObject({
      type: 'step.result_refused',
      data: { token: 1, currentToken: 2 },
    });
    expect(await s.status(runId)).toBe('done');
  });

  it('S2.3 refuses the old result while the new claim still runs, which then counts', async () => {
    const [runId = ''] = await ready(1);
    const one = first(await claim('w1'));
    await advanceTime(db, '31 seconds');
    const two = first(await claim('w2'));
    expect(await report(one, 'w1')).toBe('unchanged');
    expect(await s.status(runId)).toBe('running');
    expect((await s.log(runId)).at(-1)).toMatchObject({
      type: 'step.result_refused',
      data: { token: 1, currentToken: 2, owner: 'w2' },
    });
    // The first call's effect is settled, so the second finds its answer instead of calling again.
    expect(await report(two, 'w2')).toBe('advanced');
    expect(await s.status(runId)).toBe('done');
  });

  it('S8.1 claims no lapsed step of a run that was asked to stop: the sweep ends it', async () => {
    const [runId = ''] = await ready(1);
    await claim('w1');
    const stop = { orgId: s.orgId, runId, actor: 'user:u1', reason: null };
    expect(await cancelRun(s.deps(), stop)).toMatchObject({ status: 'stopping' });
    await advanceTime(db, '31 seconds');
    expect(await claim('w2')).toEqual([]);
    await sweepLeases(s.deps());
    expect(await s.status(runId)).toBe('cancelled');
  });

  it('S2.3 refuses a result after the lease sweep has given the step back', async () => {
    const [runId = ''] = await ready(1);
    const one = first(await claim('w1'));
    await advanceTime(db, '31 seconds');
    await sweepLeases(s.deps());
    expect(await report(one, 'w1')).toBe('unchanged');
    expect((await s.log(runId)).map((entry) => entry.type)).toContain('step.lost');
    await finishAll([runId]);
  });

  it('S2.4 asks the database for the time: a worker whose clock is hours off steals nothing', async () => {
    const [runId = ''] = await ready(1);
    await claim('w1');
    const real = Date.now;
    Date.now = () => real() + 6 * 3_600_000;
    try {
      expect(await claim('w2')).toEqual([]);
    } finally {
      Date.now = real;
    }
    await advanceTime(db, '31 seconds');
    await finishAll([runId]);
  });

  it('S2.5 keeps a step by heartbeats through a call longer than its lease, without a second call', async () => {
    await setFault(txOf(db.pool), 'http', { mode: 'slow', seconds: 4, times: 1 });
    const [runId = ''] = await ready(1);
    await s.worker(s.deps({ leaseSeconds: 2 }));
    await s.worker(s.deps({ leaseSeconds: 2 }));
    await s.untilRun(runId, 'done', { timeoutMs: 20_000 });
    const started = (await s.log(runId)).filter((entry) => entry.type === 'effect.started');
    expect(started).toHaveLength(1);
  });

  it('S2.6 gives a running step back on shutdown, and another worker takes it within a second', async () => {
    await setFault(txOf(db.pool), 'http', { mode: 'slow', seconds: 8, times: 1 });
    const [runId = ''] = await ready(1);
    await s.worker(s.deps({ leaseSeconds: 60, graceSeconds: 0 }));
    await waitFor('the call', async () =>
      (await s.log(runId)).some((entry) => entry.type === 'effect.started'),
    );
    await s.stopWorkers();
    const stopped = performance.now();
    expect((await s.log(runId)).map((entry) => entry.type)).toContain('step.released');
    await s.worker(s.deps({ leaseSeconds: 60 }));
    await waitFor(
      'the second claim',
      async () =>
        (await s.log(runId)).filter((entry) => entry.type === 'step.started').length === 2,
    );
    expect(performance.now() - stopped).toBeLessThan(1_000);
    await s.untilRun(runId, 'done', { timeoutMs: 20_000 });
  });

  it('S2.6 spends none of a step’s retries on deploys, and raises the fence with each', async () => {
    await setFault(txOf(db.pool), 'http', { mode: 'slow', seconds: 8, times: 12 });
    const [runId = ''] = await ready(1);
    const starts = async () =>
      (await s.log(runId)).filter((entry) => entry.type === 'step.started').map(({ data }) => data);
    for (let deploy = 1; deploy <= 12; deploy += 1) {
      await s.worker(s.deps({ leaseSeconds: 60, graceSeconds: 0 }));
      await waitFor(
        'the call',
        async () =>
          (await s.log(runId)).filter((entry) => entry.type === 'effect.started').length === deploy,
      );
      await s.stopWorkers();
    }
    await setFault(txOf(db.pool), 'http', { mode: 'normal' });
    await s.worker(s.deps({ leaseSeconds: 60 }));
    await s.untilRun(runId, 'done', { timeoutMs: 20_000 });
    expect(await starts()).toEqual(
      Array.from({ length: 13 }, (_, n) => ({ attempt: 1, token: n + 1 })),
    );
  });

  it('S2.6 lets a short step finish within the grace period', async () => {
    await setFault(txOf(db.pool), 'http', { mode: 'slow', seconds: 0.5, times: 1 });
    const [runId = ''] = await ready(1);
    await s.worker(s.deps({ graceSeconds: 5 }));
    await waitFor('the call', async () =>
      (await s.log(runId)).some((entry) => entry.type === 'effect.started'),
    );
    await s.stopWorkers();
    expect(await s.status(runId)).toBe('done');
  });

  it('S4.6 claims no more than the lane can start, and goes on as places are freed', async () => {
    const runIds = await ready(30);
    await s.worker(s.deps({ lanes: { fast: 2, io: 3, slow: 1 } }));
    let most = 0;
    await waitFor('all done', async () => {
      const { rows } = await db.sql.query<{ running: number; open: number }>(
        `select count(*) filter (where s.status = 'running')::int as running,
                count(*) filter (where r.finished_at is null)::int as open
           from runs r left join steps s on s.run_id = r.id where r.id = any ($1::text[])`,
        [runIds],
      );
      most = Math.max(most, rows[0]?.running ?? 0);
      return rows[0]?.open === 0;
    });
    expect(most).toBeLessThanOrEqual(3);
  });
});
