import { describe, expect, it } from 'vitest';
import { txOf } from '#server/platform/db.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { listDeadLetters } from '#server/store/dead-letters.ts';
import { documentOf, end, post, wait, type TestEdge } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { cancelRun } from './cancel-run.ts';
import { replayRuns } from './replay-runs.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

const EDGES: readonly TestEdge[] = [
  ['trigger', 'reserve'],
  ['reserve', 'charge'],
  ['charge', 'last'],
];

/** Two steps that can be undone, then a last one. */
const booking = async (): Promise<string> =>
  s.publish(
    documentOf(
      [
        { ...post('reserve', box, '{"what":"reserve"}'), compensateWith: 'release' },
        { ...post('charge', box, '{"what":"charge"}'), compensateWith: 'refund' },
        wait('last', 'P1D'),
        post('release', box, '{"what":"release"}'),
        post('refund', box, '{"what":"refund"}'),
      ],
      EDGES,
    ),
  );

/** What the other side received, in order. */
const received = async (): Promise<readonly (string | null)[]> => {
  const { rows } = await db.sql.query<{ body: string; key: string | null }>(
    'select body, idempotency_key as key from sandbox.http_requests order by at, id',
  );
  return rows.map((row) => (JSON.parse(row.body) as { what: string }).what);
};

const effectsOf = async (runId: string): Promise<readonly string[]> => {
  const { rows } = await db.sql.query<{ key: string }>(
    `select key from effects where run_id = $1 and status = 'settled' order by first_attempt_at`,
    [runId],
  );
  return rows.map((row) => row.key.slice(runId.length + 1));
};

describe('a saga', () => {
  it('S12.5 stopped with undo, undoes in reverse order, each an effect with a key of its own', async () => {
    const { runId } = await s.start(await booking());
    await s.worker();
    await s.untilRun(runId, 'waiting_timer');
    const reason = 'Maya called: 030 1234';
    const stop = { orgId: s.orgId, runId, actor: 'user:u', reason, undo: true };
    expect(await cancelRun(s.deps(), stop)).toMatchObject({ changed: true });
    await s.untilRun(runId, 'stopped');
    // In their own words, and so with the run, where it can be erased, and not in its log.
    const { rows } = await db.sql.query(
      'select cancel_requested_by as by, cancel_reason as reason from runs where id = $1',
      [runId],
    );
    expect(rows).toEqual([{ by: 'user:u', reason }]);
    expect(JSON.stringify(await s.log(runId))).not.toMatch(/Maya/);
    expect(await effectsOf(runId)).toEqual(['reserve', 'charge', 'refund', 'release']);
    expect(await received()).toEqual(['reserve', 'charge', 'refund', 'release']);
    await db.sql.query('delete from sandbox.http_requests');
  });

  it('S12.5 that fails undoes what it had done, and stays failed', async () => {
    await s.worker();
    const third = await s.publish(
      documentOf(
        [
          { ...post('reserve', box, '{"what":"reserve"}'), compensateWith: 'release' },
          wait('pause', 'PT1H'),
          post('last', box, '{"what":"last"}'),
          post('release', box, '{"what":"release"}'),
        ],
        [
          ['trigger', 'reserve'],
          ['reserve', 'pause'],
          ['pause', 'last'],
        ],
      ),
    );
    const dead = await s.start(third);
    await s.untilRun(dead.runId, 'waiting_timer');
    await setFault(txOf(db.pool), 'http', { mode: 'reject', times: 1 });
    const { rows } = await db.sql.query<{ id: string }>(
      `update timers set due_at = engine_now() where run_id = $1 and purpose = 'wait' returning id`,
      [dead.runId],
    );
    expect(rows).toHaveLength(1);
    await db.sql.query(`update timer_queues set next_due_at = engine_now()`);
    await s.untilRun(dead.runId, 'failed');
    expect(await received()).toEqual(['reserve', 'release']);
    // What was undone cannot go on from where it failed.
    const asked = { orgId: s.orgId, runIds: [dead.runId], actor: 'user:u' };
    expect(await replayRuns(s.deps(), asked)).toMatchObject([{ replayed: false }]);
  });

  it('S8.1 undoes nothing where nothing was asked, and cancels where nothing can be undone', async () => {
    const plain = await s.publish(documentOf([post('order', box), wait('pause', 'P1D'), end()]));
    const { runId } = await s.start(plain);
    const kept = await s.start(await booking());
    await s.worker();
    await s.untilRun(runId, 'waiting_timer');
    await s.untilRun(kept.runId, 'waiting_timer');
    const by = { orgId: s.orgId, actor: 'user:u', reason: null };
    expect(await cancelRun(s.deps(), { ...by, runId, undo: true })).toMatchObject({
      status: 'cancelled',
    });
    expect(await cancelRun(s.deps(), { ...by, runId: kept.runId })).toMatchObject({
      status: 'cancelled',
    });
    expect(await effectsOf(kept.runId)).toEqual(['reserve', 'charge']);
  });
});

describe('dead letters', () => {
  it('S11.1 are kept with their error and replayed from the failed step, many at once', async () => {
    const automation = await s.publish(
      documentOf([post('first', box), post('second', box), end()]),
    );
    const runIds: string[] = [];
    const worker = await s.worker();
    for (let n = 0; n < 3; n += 1) runIds.push((await s.start(automation)).runId);
    for (const id of runIds) await s.untilRun(id, 'done');
    await worker.stop();
    await setFault(txOf(db.pool), 'http', { mode: 'reject', times: 3 });
    const dead: string[] = [];
    for (let n = 0; n < 3; n += 1) dead.push((await s.start(automation)).runId);
    await s.worker();
    for (const id of dead) await s.untilRun(id, 'failed');
    const asked = { orgId: s.orgId, automationId: automation, before: null, limit: 10 };
    const letters = await listDeadLetters(txOf(db.pool), asked);
    expect(letters.map((letter) => letter.runId)).toEqual(dead.toReversed());
    expect(letters[0]).toMatchObject({ stepId: 'first', attempts: 1, error: { code: 'rejected' } });
    const answers = await replayRuns(s.deps(), {
      orgId: s.orgId,
      runIds: [...dead, runIds[0] ?? '', 'run_none'],
      actor: 'user:u',
    });
    expect(answers.map((answer) => answer.replayed)).toEqual([true, true, true, false, false]);
    for (const id of dead) await s.untilRun(id, 'done');
    expect(await listDeadLetters(txOf(db.pool), asked)).toEqual([]);
    // The same keys: nothing was begun afresh.
    expect(await effectsOf(dead[0] ?? '')).toEqual(['first', 'second']);
  });
});
