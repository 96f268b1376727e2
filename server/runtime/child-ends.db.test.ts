import { describe, expect, it } from 'vitest';
import { lockChild } from '#server/store/child-runs.ts';
import { documentOf, end, post, wait } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { cancelRun } from './cancel-run.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

describe('the end of a child run', () => {
  it('is told to its parent by the worker that brought it about, without a sweep', async () => {
    const child = await s.publish(documentOf([post('order', box), end()]));
    const follow = { id: 'follow', kind: 'run_automation', config: { automation: child } };
    const { runId } = await s.start(await s.publish(documentOf([follow])));
    await s.worker(s.deps(), { sweeps: false });
    await s.untilRun(runId, 'done');
    expect((await s.log(runId)).filter(({ type }) => type === 'signal.received')).toHaveLength(1);
  });

  it('waits for a parent that has looked at it and is about to wait', async () => {
    const { runId } = await s.start(await s.publish(documentOf([wait('pause', 'P1D'), end()])));
    let over = false;
    let ending: Promise<unknown> | undefined;
    await db.transaction(async (tx) => {
      expect(await lockChild(tx, runId)).toMatchObject({ status: 'waiting_timer' });
      const stop = { orgId: s.orgId, runId, actor: 'user:u', reason: null };
      ending = cancelRun(s.deps(), stop).finally(() => {
        over = true;
      });
      await waitFor('it waits, or is over', async () => {
        const { rowCount } = await db.sql.query(
          `select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return over || rowCount !== 0;
      });
      expect(over).toBe(false);
    });
    await ending;
    expect(await s.status(runId)).toBe('cancelled');
  });
});
