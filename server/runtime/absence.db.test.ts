import { describe, expect, it } from 'vitest';
import { txOf } from '#server/platform/db.ts';
import { createBoss, stopBoss } from '#server/platform/queue.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { documentOf, end, mail, post, reply, wait } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { cancelRun } from './cancel-run.ts';
import { checkInvariants } from './check-invariants.ts';
import { deliverSignal } from './deliver-signal.ts';
import { readEngineHealth } from './engine-health.ts';
import { ALL_QUEUES } from './queues.ts';
import { relayOutbox } from './relay-outbox.ts';
import { sweepDueTimers } from './sweep-due-timers.ts';
import { verifyRun } from './verify-run.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

const broken = async (): Promise<readonly string[]> =>
  (await checkInvariants(db.pool)).filter((check) => check.count > 0).map((check) => check.name);

/** Breaks the rows by hand, looks, and puts them back. */
const whileBroken = async (
  breaks: string,
  mends: string,
  runId: string,
): Promise<readonly string[]> => {
  await db.sql.query(breaks, [runId]);
  const names = await broken();
  await db.sql.query(mends, [runId]);
  return names;
};

describe('absence', () => {
  it('S9.1 says which runs have no way forward, by invariant', async () => {
    const waiting = await s.publish(documentOf([wait('pause', 'P1D'), end()]));
    const { runId } = await s.start(waiting);
    expect(await broken()).toEqual([]);
    expect(
      await whileBroken(
        `update timers set cancelled_at = now() where run_id = $1 and purpose = 'wait'`,
        `update timers set cancelled_at = null where run_id = $1 and purpose = 'wait'`,
        runId,
      ),
    ).toEqual(['waiting_timer_without_timer']);
    const answering = await s.publish(documentOf([reply('answer'), end()]));
    const { runId: second } = await s.start(answering, { input: { key: 'k' } });
    expect(
      await whileBroken(
        'update subscriptions set closed_at = now() where run_id = $1',
        'update subscriptions set closed_at = null where run_id = $1',
        second,
      ),
    ).toEqual(['waiting_signal_without_subscription']);
    expect(
      await whileBroken(
        `update timers set cancelled_at = now() where run_id = $1 and purpose = 'deadline'`,
        `update timers set cancelled_at = null where run_id = $1 and purpose = 'deadline'`,
        second,
      ),
    ).toEqual(['human_wait_without_deadline']);
    const deps = s.deps();
    for (const id of [runId, second]) {
      await cancelRun(deps, { orgId: s.orgId, runId: id, actor: 'api', reason: null });
    }
  });

  it('S9.1 notices a step that was ready and is forgotten, and the sweep that mends it', async () => {
    const automation = await s.publish(documentOf([post('order', box), end()]));
    const { runId } = await s.start(automation);
    await db.sql.query('delete from outbox');
    await advanceTime(db, '11 minutes');
    expect(await broken()).toEqual(['ready_step_forgotten']);
    await s.worker();
    await s.untilRun(runId, 'done');
  });

  it('S9.2 counts overdue timers and tells the age of the oldest', async () => {
    const automation = await s.publish(documentOf([wait('pause', 'PT1H'), end()]));
    const { runId } = await s.start(automation);
    await advanceTime(db, '65 minutes');
    const late = (await readEngineHealth(db.pool, s.orgId)).metrics;
    expect(late.overdueTimers).toBe(1);
    expect(late.oldestOverdueTimer).toBeGreaterThan(290);
    await sweepDueTimers(s.deps());
    const { metrics } = await readEngineHealth(db.pool, s.orgId);
    expect(metrics.overdueTimers).toBe(0);
    expect(metrics.timerLatenessMax).toBeGreaterThan(290);
    expect(await s.status(runId)).toBe('done');
  });

  it('S9.3 announces the second wake of a step although the queue still holds the first', async () => {
    await setFault(txOf(db.pool), 'http', {
      mode: 'rate_limited',
      retryAfterSeconds: 60,
      times: 1,
    });
    const automation = await s.publish(documentOf([post('order', box), end()]));
    const boss = await createBoss(db.url, { queues: ALL_QUEUES, maintenance: false });
    // A lane is rung once for all that is announced in it: nothing else must be on its way.
    await relayOutbox({ pool: db.pool }, boss);
    const { runId } = await s.start(automation);
    await relayOutbox({ pool: db.pool }, boss);
    await s.worker();
    await s.untilStep(runId, 'order', 'waiting_retry');
    await s.stopWorkers();
    await advanceTime(db, '61 seconds');
    await sweepDueTimers(s.deps());
    await relayOutbox({ pool: db.pool }, boss);
    await stopBoss(boss);
    const { rows } = await db.sql.query<{ wake: number }>(
      `select (data ->> 'wake')::int as wake from pgboss.job where data ->> 'runId' = $1 order by 1`,
      [runId],
    );
    expect(rows.map((row) => row.wake)).toEqual([1, 2]);
    await s.worker();
    await s.untilRun(runId, 'done');
  });

  it('S9.4 finishes every run although every row of the queue is deleted again and again', async () => {
    const automation = await s.publish(
      documentOf([
        wait('pause', 'PT1S'),
        post('order', box),
        wait('again', 'PT1S'),
        mail('hello'),
        end(),
      ]),
    );
    await s.worker(s.deps(), { queueUrl: db.url });
    const runs = await Promise.all(
      Array.from({ length: 10 }, async () =>
        s.start(automation, { contact: { email: 'maya@example.org' } }),
      ),
    );
    await waitFor(
      'all done',
      async () => {
        await db.sql.query('delete from pgboss.job');
        const done = await Promise.all(runs.map(async ({ runId }) => s.status(runId)));
        return done.every((status) => status === 'done');
      },
      { timeoutMs: 20_000 },
    );
  });

  it('S12.2 folds the log of a long run, by several workers, into exactly its rows', async () => {
    const automation = await s.publish(
      documentOf(
        [
          {
            id: 'both',
            kind: 'parallel',
            config: {
              arms: [
                { port: 'left', name: 'Left' },
                { port: 'right', name: 'Right' },
              ],
            },
          },
          post('order', box),
          wait('pause', 'PT1S'),
          { id: 'meet', kind: 'join' },
          reply('answer'),
          mail('hello'),
          end(),
        ],
        [
          ['trigger', 'both'],
          ['both', 'order', 'left'],
          ['both', 'pause', 'right'],
          ['order', 'meet'],
          ['pause', 'meet'],
          ['meet', 'answer'],
          ['answer', 'hello', 'received'],
          ['hello', 'end', 'sent'],
        ],
      ),
    );
    await s.worker();
    await s.worker();
    const runs = await Promise.all(
      Array.from({ length: 6 }, async (_, n) =>
        s.start(automation, {
          input: { key: `fold-${n}` },
          contact: { email: `m${n}@example.org` },
        }),
      ),
    );
    for (const [n, { runId }] of runs.entries()) {
      await s.untilStep(runId, 'answer', 'waiting_signal');
      await deliverSignal(s.deps(), {
        orgId: s.orgId,
        name: 'email.reply',
        correlationKey: `fold-${n}`,
        identity: `fold-${n}`,
        payload: {},
        source: 'signal',
      });
    }
    for (const { runId } of runs) {
      await s.untilRun(runId, 'done');
      expect(await verifyRun({ pool: db.pool }, runId)).toMatchObject({ equal: true });
    }
  });

  it('S12.2 sees at once when a row was changed behind the log', async () => {
    const automation = await s.publish(documentOf([wait('pause', 'P1D'), end()]));
    const { runId } = await s.start(automation);
    await db.sql.query('update steps set attempt = 3 where run_id = $1', [runId]);
    const { equal, differences } = await verifyRun({ pool: db.pool }, runId);
    expect(equal).toBe(false);
    expect(differences.join()).toContain('steps.pause/1.attempt');
    await db.sql.query('update steps set attempt = 0 where run_id = $1', [runId]);
    await cancelRun(s.deps(), { orgId: s.orgId, runId, actor: 'api', reason: null });
  });

  it('S7.1 S12.6 keeps a published version as it is, and every run on the one it started on', async () => {
    const automation = await s.publish(documentOf([wait('pause', 'PT1H'), end('end', 'first')]));
    const { runId } = await s.start(automation);
    const change = `update automation_versions set note = 'x' where automation_id = $1`;
    await expect(db.sql.query(change, [automation])).rejects.toThrow(/immutable/);
    const remove = 'delete from automation_versions where automation_id = $1';
    await expect(db.sql.query(remove, [automation])).rejects.toThrow(/immutable/);
    await db.sql.query(
      `insert into automation_versions (automation_id, version, org_id, document, digest, published_by)
       select automation_id, 2, org_id, replace(document::text, '"first"', '"second"')::jsonb, 'd2', 'test'
         from automation_versions where automation_id = $1`,
      [automation],
    );
    await db.sql.query('update automations set live_version = 2 where id = $1', [automation]);
    const { runId: later } = await s.start(automation);
    await advanceTime(db, '61 minutes');
    await sweepDueTimers(s.deps());
    const { rows } = await db.sql.query<{ id: string; outcome: string }>(
      'select id, outcome from runs where automation_id = $1',
      [automation],
    );
    expect(new Map(rows.map((row) => [row.id, row.outcome]))).toEqual(
      new Map([
        [runId, 'first'],
        [later, 'second'],
      ]),
    );
  });
});
