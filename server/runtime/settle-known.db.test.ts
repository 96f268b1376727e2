import { describe, expect, it } from 'vitest';
import { wakeId } from '#server/engine/keys.ts';
import { txOf } from '#server/platform/db.ts';
import { claimSteps, FIRST_QUEUE, type ClaimedStep } from '#server/store/claim-steps.ts';
import { noteTransition } from '#server/store/informational-transition.ts';
import { cuttingProxy, type Cut } from '#server/testing/cutting-proxy.ts';
import { documentOf, end, post } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import type { AdvanceItem } from './advance-runs.ts';
import type { RuntimeDeps } from './deps.ts';
import { readLoadedRuns } from './read-loaded-runs.ts';
import { settleKnown } from './settle-known.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);
const proxy = cuttingProxy(db);

const OWNER = 'wrk_known';

const claim = async (): Promise<readonly ClaimedStep[]> => {
  const { steps } = await claimSteps(txOf(db.pool), {
    lane: 'io',
    limit: 10,
    owner: OWNER,
    leaseSeconds: 30,
    mostLostAttempts: 5,
    after: FIRST_QUEUE,
  });
  return steps;
};

/** What a worker would submit for each step that it holds, on what it has read now. */
const settlesOf = async (
  deps: RuntimeDeps,
  steps: readonly ClaimedStep[],
): Promise<readonly AdvanceItem[]> => {
  const runs = await readLoadedRuns(
    deps,
    txOf(db.pool),
    steps.map((step) => step.runId),
  );
  return steps.map((step): AdvanceItem => {
    const run = runs.get(step.runId);
    if (run === undefined) throw new Error('A claimed run was not read.');
    const visit = { stepId: step.stepId, iteration: step.iteration };
    const event = { kind: 'step_completed' as const, visit, port: 'next', output: { ok: true } };
    return {
      runId: step.runId,
      actor: `worker:${OWNER}`,
      decide: () => event,
      known: { run, step, owner: OWNER, event },
      heard: [wakeId(step.runId, visit, step.wake ?? 0)],
    };
  });
};

const kinds = async (deps: RuntimeDeps, items: readonly AdvanceItem[]) =>
  (await settleKnown(deps, items)).map((outcome) => outcome?.kind ?? null);

/** Lets a worker of the product's own end what a test has left undone. */
const finish = async (...runIds: readonly string[]): Promise<void> => {
  await db.sql.query(`update steps set lease_until = now() where owner = $1`, [OWNER]);
  await s.worker();
  for (const runId of runIds) await s.untilRun(runId, 'done');
};

const oneStep = async (): Promise<string> => s.publish(documentOf([post('order', box), end()]));

describe('settling on what the worker knows', () => {
  it('settles many runs in one statement, and deletes the announcements that were heeded', async () => {
    const automation = await oneStep();
    const runs = await Promise.all(Array.from({ length: 5 }, async () => s.start(automation)));
    const deps = s.deps();
    const items = await settlesOf(deps, await claim());
    expect(await kinds(deps, items)).toEqual(Array.from({ length: 5 }, () => 'advanced'));
    for (const { runId } of runs) expect(await s.status(runId)).toBe('done');
    const { rowCount } = await db.sql.query('select 1 from outbox where id = any ($1::uuid[])', [
      items.flatMap((item) => item.heard ?? []),
    ]);
    expect(rowCount).toBe(0);
  });

  it('S1.3 announces what follows in the statement that settles, for whoever is free', async () => {
    const automation = await s.publish(documentOf([post('order', box), post('bill', box), end()]));
    const { runId } = await s.start(automation);
    const deps = s.deps();
    const items = await settlesOf(deps, await claim());
    expect(await kinds(deps, items)).toEqual(['advanced']);
    const { rows } = await db.sql.query('select topic, sent_at from outbox where id = $1', [
      wakeId(runId, { stepId: 'bill', iteration: 1 }, 1),
    ]);
    expect(rows).toEqual([{ topic: 'step.ready', sent_at: null }]);
    await finish(runId);
  });

  it('S2.3 writes nothing for a run that anyone else has touched, and all for the others', async () => {
    const automation = await oneStep();
    const touched = await s.start(automation);
    const other = await s.start(automation);
    const deps = s.deps();
    const items = await settlesOf(deps, await claim());
    await noteTransition(txOf(db.pool), {
      runId: touched.runId,
      stepId: null,
      iteration: null,
      attempt: null,
      actor: 'api',
      body: { type: 'run.duplicate', data: { receiptId: 'rcp_1' } },
    });
    const order = items.map((item) => (item.runId === other.runId ? 'advanced' : null));
    expect(await kinds(deps, items)).toEqual(order);
    expect(await s.status(touched.runId)).toBe('running');
    expect(await s.status(other.runId)).toBe('done');
    await finish(touched.runId);
  });

  it('S2.3 writes nothing where the fence has moved on, although the number looks right', async () => {
    const { runId } = await s.start(await oneStep());
    const deps = s.deps();
    const items = await settlesOf(deps, await claim());
    // A claim raises both; here the token alone, to see that it counts by itself.
    await db.sql.query('update steps set token = token + 1 where run_id = $1', [runId]);
    expect(await kinds(deps, items)).toEqual([null]);
    await finish(runId);
  });

  it('decides anew when the contact has changed since it was read', async () => {
    const { runId } = await s.start(await oneStep(), { contact: { email: 'maya@example.org' } });
    const deps = s.deps();
    const items = await settlesOf(deps, await claim());
    await db.sql.query(
      `update contacts set name = 'Maya', updated_at = clock_timestamp()
        where id = (select contact_id from runs where id = $1)`,
      [runId],
    );
    expect(await kinds(deps, items)).toEqual([null]);
    await finish(runId);
  });

  it('leaves the run that the worker knew as it was, for whoever else holds it', async () => {
    const { runId } = await s.start(await oneStep());
    const deps = s.deps();
    const [item] = await settlesOf(deps, await claim());
    if (item?.known === undefined) throw new Error('Nothing was claimed.');
    const before = item.known.run.state;
    // The second of two settles of one run in a batch has to see the first.
    expect(await kinds(deps, [item, { ...item }])).toEqual(['advanced', null]);
    expect(item.known.run.state).toBe(before);
    expect(await s.status(runId)).toBe('done');
  });

  it.each<Cut>(['before', 'after'])(
    'S3.4 finds its own work, or does it, when the connection is cut %s it takes effect',
    async (when) => {
      const automation = await s.publish(documentOf([post('one', box), post('two', box), end()]));
      const { runId } = await s.start(automation);
      const cut = proxy.cut(when, 'step.completed');
      await s.worker({ ...s.deps(), pool: proxy.pool });
      await cut;
      await s.untilRun(runId, 'done', { timeoutMs: 20_000 });
      const types = (await s.log(runId)).map((entry) => `${entry.type} ${entry.stepId ?? ''}`);
      for (const step of ['one', 'two']) {
        expect(types.filter((type) => type === `step.completed ${step}`)).toHaveLength(1);
      }
      expect(types.some((type) => type.startsWith('step.result_refused'))).toBe(false);
    },
  );
});
