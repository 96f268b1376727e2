import { beforeEach, describe, expect, it } from 'vitest';
import { txOf } from '#server/platform/db.ts';
import type { FaultMode } from '#server/sandbox/faults/fault.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { takeTrial } from '#server/store/connection-breaker.ts';
import { readConnectionStates } from '#server/store/connection-states.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { documentOf, end, post } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { waitFor } from '#server/testing/wait-for.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

interface Breaker {
  readonly id: string;
  readonly breaker: string;
  readonly failures: number;
  readonly health: string;
  readonly seconds: number | null;
}

const breaker = async (): Promise<Breaker> => {
  const { rows } = await db.sql.query<Breaker>(
    `select id, breaker, breaker_failures as failures, health,
            extract(epoch from breaker_until - engine_now())::float8 as seconds
       from connections where name = 'web' and org_id = $1`,
    [s.orgId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('There is no connection.');
  return row;
};

const web = async (mode: FaultMode): Promise<void> => {
  await setFault(txOf(db.pool), 'http', { mode });
};

const calls = async (): Promise<number> => {
  const { rows } = await db.sql.query<{ n: number }>(
    `select count(*)::int as n from sandbox.calls where service = 'http' and direction = 'in'`,
  );
  return rows[0]?.n ?? -1;
};

const start = async (runs: number): Promise<readonly string[]> => {
  const automation = await s.publish(documentOf([post('order', box), end()]));
  const ids: string[] = [];
  for (let n = 0; n < runs; n += 1) ids.push((await s.start(automation)).runId);
  return ids;
};

const attemptsOf = async (runIds: readonly string[]): Promise<readonly number[]> => {
  const { rows } = await db.sql.query<{ attempt: number }>(
    `select attempt from steps where run_id = any ($1) and step_id = 'order' order by run_id`,
    [runIds],
  );
  return rows.map((row) => row.attempt);
};

const untilPutOff = async (runIds: readonly string[]): Promise<void> => {
  await waitFor('all wait', async () => {
    const { rows } = await db.sql.query<{ n: number }>(
      `select count(*)::int as n from steps where run_id = any ($1) and status = 'waiting_retry'`,
      [runIds],
    );
    return rows[0]?.n === runIds.length;
  });
};

beforeEach(async () => {
  await web('normal');
  await db.sql.query(
    `update connections set breaker = 'closed', breaker_failures = 0, breaker_until = null`,
  );
});

describe('a circuit breaker', () => {
  it('S4.4 opens after failures in a row, and puts steps off without burning attempts', async () => {
    await web('error');
    const failing = await start(5);
    await s.worker();
    await waitFor('the breaker opens', async () => (await breaker()).breaker === 'open');
    expect(await breaker()).toMatchObject({ breaker: 'open', health: 'failing' });
    const states = await readConnectionStates(txOf(db.pool), s.orgId);
    expect(states.find((state) => state.name === 'web')).toMatchObject({ breaker: 'open' });
    await untilPutOff(failing);
    const before = await calls();
    const [late = ''] = await start(1);
    await s.untilStep(late, 'order', 'waiting_retry');
    expect(await calls()).toBe(before);
    expect(await attemptsOf([late])).toEqual([0]);
    const log = await s.log(late);
    expect(log.findLast((entry) => entry.type === 'step.retry_scheduled')?.data).toMatchObject({
      code: 'connection_failing',
      countsAsAttempt: false,
    });
    // By itself: the provider works again, one call finds out, and everything goes on.
    await web('normal');
    await advanceTime(db, '10 minutes');
    for (const id of [...failing, late]) await s.untilRun(id, 'done', { timeoutMs: 20_000 });
    expect(await breaker()).toMatchObject({ breaker: 'closed', failures: 0, health: 'ok' });
    expect((await attemptsOf([late]))[0]).toBe(1);
  });

  it('S4.4 lets one call try at a time, and stays open for longer when that one fails', async () => {
    await web('error');
    const runIds = await start(6);
    await s.worker();
    await waitFor('the breaker opens', async () => (await breaker()).breaker === 'open');
    await untilPutOff(runIds);
    const first = await breaker();
    const before = await calls();
    await advanceTime(db, `${Math.ceil(first.seconds ?? 0) + 3} seconds`);
    await waitFor('a trial failed', async () => (await breaker()).failures > first.failures);
    const again = await breaker();
    expect(await calls()).toBe(before + 1);
    expect(again.breaker).toBe('open');
    // Twice fifteen seconds, less what has passed since.
    expect(again.seconds).toBeGreaterThan(16);
    await web('normal');
    await advanceTime(db, '10 minutes');
    for (const id of runIds) await s.untilRun(id, 'done', { timeoutMs: 20_000 });
  });

  it('S4.4 gives the trial to one asker only, and to another when it never reports', async () => {
    const { id } = await breaker();
    await db.sql.query(
      `update connections set breaker = 'open', breaker_until = engine_now() where id = $1`,
      [id],
    );
    const asked = await Promise.all(
      Array.from({ length: 8 }, async () => takeTrial(txOf(db.pool), id, 30)),
    );
    expect(asked.filter(Boolean)).toHaveLength(1);
    await advanceTime(db, '31 seconds');
    expect(await takeTrial(txOf(db.pool), id, 30)).toBe(true);
  });

  it('S4.4 does not open for requests that the provider refuses', async () => {
    await web('reject');
    const runIds = await start(8);
    await s.worker();
    for (const id of runIds) await s.untilRun(id, 'failed');
    expect(await breaker()).toMatchObject({ breaker: 'closed', failures: 0 });
  });
});
