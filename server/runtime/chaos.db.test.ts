import { describe, expect, it } from 'vitest';
import { wakeId } from '#server/engine/keys.ts';
import { txOf } from '#server/platform/db.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { documentOf, end, mail, post, reply, wait } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { startWorkerProcess } from '#server/testing/worker-process.ts';
import { deliverSignal } from './deliver-signal.ts';

const db = testDatabase({ max: 20 });
const box = testSandbox(db);
const s = scenario(db, box);

const RUNS = 40;

const busy = async (): Promise<string> =>
  s.publish(
    documentOf([
      post('one', box),
      wait('pause', 'PT1S'),
      post('two', box),
      reply('answer'),
      post('three', box),
      end(),
    ]),
  );

const answer = async (key: string): Promise<void> => {
  await deliverSignal(s.deps(), {
    orgId: s.orgId,
    name: 'email.reply',
    correlationKey: key,
    identity: key,
    payload: {},
    source: 'signal',
  });
};

const unfinished = async (runIds: readonly string[]): Promise<number> => {
  const { rows } = await db.sql.query<{ n: number }>(
    `select count(*)::int as n from runs where id = any ($1::text[]) and status <> 'done'`,
    [runIds],
  );
  return rows[0]?.n ?? -1;
};

const requests = async (runIds: readonly string[]): Promise<number> => {
  const { rows } = await db.sql.query<{ n: number }>(
    `select count(*)::int as n from sandbox.http_requests
      where split_part(idempotency_key, '/', 1) = any ($1::text[])`,
    [runIds],
  );
  return rows[0]?.n ?? -1;
};

describe('under load and disturbance', () => {
  it('goes straight on with the next step in the settling transaction, without an announcement', async () => {
    const automation = await s.publish(documentOf([post('one', box), mail('two'), end()]));
    const { runId } = await s.start(automation, { contact: { email: 'maya@example.org' } });
    await s.worker();
    await s.untilRun(runId, 'done');
    const { rowCount } = await db.sql.query('select 1 from outbox where id = $1', [
      wakeId(runId, { stepId: 'two', iteration: 1 }, 1),
    ]);
    expect(rowCount).toBe(0);
    const types = (await s.log(runId)).map((entry) => `${entry.type} ${entry.stepId ?? ''}`);
    const entered = types.indexOf('step.entered two');
    expect(types[entered + 1]).toBe('step.started two');
  });

  it('S4.6 queues up a step of the next lane where that lane is full, and still gets there', async () => {
    const automation = await s.publish(
      documentOf([
        post('one', box),
        {
          id: 'draft',
          kind: 'ai_generate',
          config: { connection: 'model', prompt: 'Hi', maxCost: 0.05 },
        },
        end(),
      ]),
    );
    await setFault(txOf(db.pool), 'model', { mode: 'slow', seconds: 0.2 });
    await s.worker(s.deps({ lanes: { fast: 1, io: 8, slow: 1 } }));
    const runs = await Promise.all(Array.from({ length: 8 }, async () => s.start(automation)));
    const runIds = runs.map(({ runId }) => runId);
    let most = 0;
    await waitFor(
      'all done',
      async () => {
        const { rows } = await db.sql.query<{ n: number }>(
          `select count(*)::int as n from steps where lane = 'slow' and status = 'running'`,
        );
        most = Math.max(most, rows[0]?.n ?? 0);
        return (await unfinished(runIds)) === 0;
      },
      { timeoutMs: 20_000 },
    );
    await setFault(txOf(db.pool), 'model', { mode: 'normal' });
    expect(most).toBe(1);
  });

  it('finishes every run once although connections are cut all the time', async () => {
    const automation = await busy();
    await s.worker();
    await s.worker(s.deps(), { queueUrl: db.url });
    const keys = Array.from({ length: RUNS }, (_, n) => `cut-${n}`);
    const runIds: string[] = [];
    const starting = (async () => {
      for (const key of keys) {
        const start = async () => s.start(automation, { startKey: key, input: { key } });
        const { runId } = await start().catch(start).catch(start);
        runIds.push(runId);
        await answer(key)
          .catch(async () => answer(key))
          .catch(async () => answer(key));
      }
    })();
    let cuts = 0;
    await waitFor(
      'all done',
      async () => {
        if (cuts < 12) {
          cuts += 1;
          await db.sql
            .query(
              `select pg_terminate_backend(pid) from pg_stat_activity
                where datname = current_database() and pid <> pg_backend_pid() and random() < 0.5`,
            )
            .catch(() => undefined);
          return false;
        }
        await starting;
        return (await unfinished(runIds)) === 0;
      },
      { timeoutMs: 28_000, everyMs: 150 },
    );
    expect(await requests(runIds)).toBe(3 * RUNS);
  });

  it('S1.4 loses nothing when the relay is killed between publishing and marking', async () => {
    // A timer's announcement: a ready step's may be heeded before any relay comes to it.
    const automation = await s.publish(
      documentOf([wait('pause', 'PT1S'), post('one', box), end()]),
    );
    const relay = await startWorkerProcess(db, box, { crashAt: 'relay.after_publish' });
    const { runId } = await s.start(automation);
    expect(await relay.exited).toEqual([null, 'SIGKILL']);
    // Neither published nor marked: a mark without a job would leave the timer to the sweep.
    const { rows } = await db.sql.query(
      `select sent_at from outbox where topic = 'timer.due' order by created_at desc limit 1`,
    );
    expect(rows).toEqual([{ sent_at: null }]);
    await s.worker(s.deps(), { queueUrl: db.url });
    await s.untilRun(runId, 'done', { timeoutMs: 20_000 });
    expect(await requests([runId])).toBe(1);
  });

  it('S2.3 keeps the fence against a worker that was paused past its leases and wakes again', async () => {
    const automation = await busy();
    const paused = await startWorkerProcess(db, box);
    const keys = Array.from({ length: 12 }, (_, n) => `stop-${n}`);
    const runs = await Promise.all(
      keys.map(async (key) => s.start(automation, { startKey: key, input: { key } })),
    );
    for (const key of keys) await answer(key);
    const runIds = runs.map((run) => run.runId);
    await waitFor('work in hand', async () => {
      const { rowCount } = await db.sql.query(
        `select 1 from effects where run_id = any ($1::text[])`,
        [runIds],
      );
      return rowCount !== 0;
    });
    paused.child.kill('SIGSTOP');
    const { exited } = paused;
    await s.worker(s.deps({ leaseSeconds: 2 }));
    await waitFor('all done without it', async () => (await unfinished(runIds)) === 0, {
      timeoutMs: 25_000,
    });
    paused.child.kill('SIGCONT');
    paused.child.kill('SIGTERM');
    await exited;
    expect(await requests(runIds)).toBe(3 * keys.length);
  });
});
