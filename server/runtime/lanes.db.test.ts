import { describe, expect, it } from 'vitest';
import { txOf } from '#server/platform/db.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { beginFirstAttempt, NO_SLOT, type EffectStart } from '#server/store/begin-effect.ts';
import { claimSteps, FIRST_QUEUE } from '#server/store/claim-steps.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { createOrganisation } from '#server/testing/create-organisation.ts';
import { documentOf, end, mail, post } from '#server/testing/documents.ts';
import { countRows } from '#server/testing/effect-scenes.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { cancelRun } from './cancel-run.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

const capOf = async (name: string, cap: number): Promise<void> => {
  await db.sql.query('update connections set concurrency_cap = $2 where name = $1', [name, cap]);
};

const behave = async (): Promise<void> => {
  for (const service of ['http', 'model'] as const) {
    await setFault(txOf(db.pool), service, { mode: 'normal' });
  }
};

const claim = async (limit: number) =>
  claimSteps(txOf(db.pool), {
    lane: 'io',
    limit,
    owner: 'w1',
    leaseSeconds: 30,
    mostLostAttempts: 20,
    after: FIRST_QUEUE,
  });

/** Gives everything that was claimed by hand back, and lets a worker finish it. */
const finishAll = async (runIds: readonly string[], status = 'done'): Promise<void> => {
  await db.sql.query(`update steps set lease_until = engine_now() - interval '1 second'
                       where status = 'running'`);
  await s.worker();
  for (const id of runIds) await s.untilRun(id, status, { timeoutMs: 30_000 });
  await s.stopWorkers();
};

const startMany = async (document: unknown, runs: number, start = {}): Promise<string[]> => {
  const automation = await s.publish(document);
  const ids: string[] = [];
  for (let n = 0; n < runs; n += 1) ids.push((await s.start(automation, start)).runId);
  return ids;
};

const contact = { contact: { email: 'maya@example.com' } };

describe('the cap of a connection', () => {
  it('S4.3 two that begin a call at limit 1 are one that begins and one that is put off', async () => {
    await capOf('web', 1);
    const runIds = await startMany(documentOf([post('order', box), end()]), 2);
    // Both claimed, as two claimers at the same instant may.
    await capOf('web', 2);
    const { steps } = await claim(2);
    await capOf('web', 1);
    expect(steps).toHaveLength(2);
    const { rows } = await db.sql.query<{ id: string }>(
      `select id from connections where name = 'web' and org_id = $1`,
      [s.orgId],
    );
    const starts = steps.map(
      (step): EffectStart => ({
        key: `${step.runId}/order`,
        orgId: step.orgId,
        runId: step.runId,
        stepId: 'order',
        iteration: 1,
        connector: 'http',
        connectionId: rows[0]?.id ?? null,
        connectionTarget: null,
        request: {},
        requestDigest: 'd',
        keyTtlSeconds: null,
        stepToken: step.token,
        owner: 'w1',
        leaseSeconds: 30,
      }),
    );
    const [one, other] = starts;
    if (one === undefined || other === undefined) throw new Error('Two were claimed.');
    await db.transaction(async (tx) => {
      expect(await beginFirstAttempt(tx, one)).toMatchObject({ token: 1 });
      // The first is not committed yet: counting what is there would let the second begin.
      expect(await beginFirstAttempt(db.sql, other)).toBe(NO_SLOT);
    });
    expect(await beginFirstAttempt(db.sql, other)).toBe(NO_SLOT);
    for (const runId of runIds) {
      await cancelRun(s.deps(), { orgId: s.orgId, runId, actor: 'user:u', reason: null });
    }
    await advanceTime(db, '31 seconds');
    await finishAll(runIds, 'cancelled');
    await capOf('web', 10);
  });

  it('S4.3 is never exceeded by several workers, and costs no attempts', async () => {
    await capOf('web', 2);
    await setFault(txOf(db.pool), 'http', { mode: 'slow', seconds: 0.1 });
    const runIds = await startMany(documentOf([post('order', box), end()]), 12);
    let most = 0;
    const watch = setInterval(() => {
      void db.sql
        .query<{ n: number }>(`select count(*)::int as n from effects where status = 'in_flight'`)
        .then(({ rows }) => {
          most = Math.max(most, rows[0]?.n ?? 0);
        });
    }, 5);
    await Promise.all([s.worker(), s.worker(), s.worker()]);
    for (const id of runIds) await s.untilRun(id, 'done', { timeoutMs: 30_000 });
    clearInterval(watch);
    await behave();
    await capOf('web', 10);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(2);
    const { rows } = await db.sql.query<{ most: number }>(
      'select max(attempts) as most from effects where run_id = any ($1)',
      [runIds],
    );
    expect(rows[0]?.most).toBe(1);
  });

  it('S4.3 a connection at its cap stands in nobody’s way, and its steps are not claimed', async () => {
    await capOf('web', 1);
    const web = await startMany(documentOf([post('order', box), end()]), 5);
    const letters = await startMany(documentOf([mail('letter'), end()]), 2, contact);
    const first = await claim(3);
    expect(first.steps.filter((step) => step.stepId === 'order')).toHaveLength(1);
    expect(first.steps.filter((step) => step.stepId === 'letter').length).toBeGreaterThan(0);
    const second = await claim(3);
    expect(second.steps.filter((step) => step.stepId === 'order')).toEqual([]);
    await finishAll([...web, ...letters]);
    await capOf('web', 10);
  });
});

describe('a lane', () => {
  it('S4.3 takes turns between organisations: a burst of one leaves room for the others', async () => {
    const burst = await startMany(documentOf([post('order', box), end()]), 20);
    const other = await createOrganisation(db, box);
    const automation = await s.publish(documentOf([post('order', box), end()]), other);
    const { runId } = await s.start(automation, { orgId: other });
    const { steps } = await claim(4);
    expect(steps.map((step) => step.runId)).toContain(runId);
    expect(steps.length).toBeGreaterThan(1);
    await finishAll([...burst, runId]);
  });

  it('S4.3 serves more organisations than it has places, in turns', async () => {
    const runIds: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const org = await createOrganisation(db, box);
      const automation = await s.publish(documentOf([post('order', box), end()]), org);
      for (let run = 0; run < 3; run += 1) {
        runIds.push((await s.start(automation, { orgId: org })).runId);
      }
    }
    const served = new Set<string>();
    let after = FIRST_QUEUE;
    for (let n = 0; n < 5; n += 1) {
      const claimed = await claimSteps(txOf(db.pool), {
        lane: 'io',
        limit: 1,
        owner: 'w1',
        leaseSeconds: 30,
        mostLostAttempts: 20,
        after,
      });
      after = claimed.next;
      for (const step of claimed.steps) served.add(step.orgId);
    }
    expect(served.size).toBe(5);
    await finishAll(runIds);
  });

  it('S4.6 claims no more than it can start', async () => {
    const runIds = await startMany(documentOf([post('order', box), end()]), 12);
    await setFault(txOf(db.pool), 'http', { mode: 'slow', seconds: 0.2 });
    const worker = await s.worker(s.deps({ lanes: { fast: 1, io: 3, slow: 1 } }));
    let most = 0;
    await waitFor(
      'all done',
      async () => {
        const { rows } = await db.sql.query<{ running: number; open: number }>(
          `select count(*) filter (where s.status = 'running' and s.owner = $2)::int as running,
                  count(distinct r.id) filter (where r.finished_at is null)::int as open
             from runs r join steps s on s.run_id = r.id where r.id = any ($1)`,
          [runIds, worker.id],
        );
        most = Math.max(most, rows[0]?.running ?? 0);
        return rows[0]?.open === 0;
      },
      { timeoutMs: 30_000 },
    );
    await behave();
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(3);
    expect(await countRows(db, `connection_slots where effect_key is not null`)).toBe(0);
  });

  it('S4.1 a burst of 500 model calls delays no email behind it', async () => {
    const draft = {
      id: 'draft',
      kind: 'ai_generate',
      config: { connection: 'model', prompt: 'Write', maxCost: 0.01 },
    };
    await setFault(txOf(db.pool), 'model', { mode: 'slow', seconds: 0.05 });
    const automation = await s.publish(documentOf([draft, end()]));
    const deps = s.deps({ lanes: { fast: 4, io: 4, slow: 2 } });
    const models: string[] = [];
    for (let n = 0; n < 500; n += 25) {
      const batch = Array.from({ length: 25 }, async () => s.start(automation, {}, deps));
      for (const { runId } of await Promise.all(batch)) models.push(runId);
    }
    const [letter = ''] = await startMany(documentOf([mail('letter'), end()]), 1, contact);
    await s.worker(deps);
    await s.untilRun(letter, 'done');
    const { rows } = await db.sql.query<{ n: number }>(
      `select count(*)::int as n from runs where id = any ($1) and status = 'done'`,
      [models],
    );
    // Counted, not timed: behind the burst it would have been the 501st.
    expect(rows[0]?.n).toBeLessThan(100);
    await s.stopWorkers();
    await behave();
  }, 60_000);
});
