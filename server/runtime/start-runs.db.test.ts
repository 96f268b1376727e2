import { describe, expect, it } from 'vitest';
import { documentOf, end, post, wait } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { cancelRun } from './cancel-run.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

const written = async (runIds: readonly string[]): Promise<number> => {
  const { rows } = await db.sql.query<{ n: number }>(
    'select count(distinct xmin::text)::int as n from runs where id = any ($1::text[])',
    [runIds],
  );
  return rows[0]?.n ?? -1;
};

describe('starts that come at the same time', () => {
  it('share transactions, each with a run of its own', async () => {
    const automation = await s.publish(documentOf([post('order', box), end()]));
    const deps = s.deps();
    const started = await Promise.all(
      Array.from({ length: 60 }, async () => s.start(automation, {}, deps)),
    );
    const runIds = started.map((run) => run.runId);
    expect(new Set(runIds).size).toBe(60);
    expect(await written(runIds)).toBeLessThan(10);
    await s.worker();
    for (const runId of runIds) await s.untilRun(runId, 'done');
  });

  it('S1.1 start once per key, also within one batch and in two processes', async () => {
    const automation = await s.publish(documentOf([end()]));
    const [one, two] = [s.deps(), s.deps()];
    const started = await Promise.all(
      Array.from({ length: 24 }, async (_, n) =>
        s.start(automation, { startKey: `key-${n % 4}`, receipt: 'api' }, n % 2 === 0 ? one : two),
      ),
    );
    expect(new Set(started.map((run) => run.runId)).size).toBe(4);
    expect(started.filter((run) => !run.duplicate)).toHaveLength(4);
    const { rows } = await db.sql.query<{ result: string; n: number }>(
      'select result, count(*)::int as n from receipts where automation_id = $1 group by 1 order by 1',
      [automation],
    );
    expect(rows).toEqual([
      { result: 'accepted', n: 4 },
      { result: 'duplicate', n: 20 },
    ]);
  });

  it('fail alone: one that is refused takes no other with it', async () => {
    const good = await s.publish(documentOf([end()]));
    const paused = await s.publish(documentOf([end()]));
    await db.sql.query(`update automations set status = 'paused' where id = $1`, [paused]);
    const deps = s.deps();
    const answers = await Promise.allSettled(
      [good, paused, good].map(async (automation) => s.start(automation, {}, deps)),
    );
    expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('S5.4 ring one bell for all of an organisation’s timers within a second', async () => {
    const automation = await s.publish(documentOf([wait('pause', 'PT1H'), end()]));
    const deps = s.deps();
    const bells = async (): Promise<number> => {
      const { rows } = await db.sql.query<{ n: number }>(
        `select count(*)::int as n from outbox where topic = 'timer.due'`,
      );
      return rows[0]?.n ?? -1;
    };
    const before = await bells();
    const started = await Promise.all(
      Array.from({ length: 40 }, async () => s.start(automation, {}, deps)),
    );
    expect((await bells()) - before).toBeLessThan(5);
    for (const { runId } of started) {
      await cancelRun(deps, { orgId: s.orgId, runId, actor: 'api', reason: null });
    }
  });
});
