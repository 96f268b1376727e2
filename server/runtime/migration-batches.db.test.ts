/** Migrations as batches: begun once, worked on by anyone, taken up where they stopped. */
import { describe, expect, it } from 'vitest';
import { withTransaction } from '#server/platform/db.ts';
import { loadRunsForUpdate } from '#server/store/load-runs.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { documentOf, end, wait } from '#server/testing/documents.ts';
import { migrationScene } from '#server/testing/migration-scene.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { startWorkerProcess } from '#server/testing/worker-process.ts';
import { advanceRuns } from './advance-runs.ts';
import { checkInvariants } from './check-invariants.ts';
import { cancelMigration } from './start-migration.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);
const m = migrationScene(db, s);

const OLD = documentOf([wait('pause', 'P1D'), end('end', 'old')]);
const NEW = documentOf([wait('pause', 'P1D'), end('end', 'new')]);

/** An automation with so many runs waiting on version 1, and a version 2. */
const waiting = async (runs: number): Promise<{ automation: string; runIds: string[] }> => {
  const automation = await s.publish(OLD);
  const started = await Promise.all(Array.from({ length: runs }, async () => s.start(automation)));
  await m.publishNext(automation, NEW);
  return { automation, runIds: started.map(({ runId }) => runId).toSorted() };
};

const movesPerRun = async (): Promise<readonly number[]> => {
  const { rows } = await db.sql.query<{ moves: number }>(
    `select count(*)::int as moves from transitions where type = 'run.migrated' group by run_id`,
  );
  return rows.map((row) => row.moves);
};

const isBlocked = async (): Promise<boolean> => {
  const { rowCount } = await db.sql.query(
    `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount !== 0;
};

describe('working on a migration', () => {
  it.each(['migration.after_page', 'migration.after_batch'] as const)(
    'S7.2 S1.3 a worker that dies at %s leaves the rest to the next, and no run is moved twice',
    async (crashAt) => {
      const { automation, runIds } = await waiting(45);
      const id = await m.order(automation);
      const dying = await startWorkerProcess(db, box, { crashAt });
      await dying.exited;
      expect(dying.child.signalCode).toBe('SIGKILL');
      const moved = Number((await m.state(id))['moved']);
      expect(moved).toBe(crashAt === 'migration.after_page' ? 0 : 20);
      await s.worker();
      await waitFor('the migration is done', async () => (await m.state(id))['status'] === 'done');
      expect(await m.state(id)).toMatchObject({ total: 45, moved: 45, refused: 0 });
      for (const runId of runIds) expect(await m.version(runId)).toBe(2);
      expect(new Set(await movesPerRun())).toEqual(new Set([1]));
    },
    60_000,
  );

  it('S7.2 is heard of by the queue, where no look at it would come for an hour', async () => {
    await s.worker(s.deps({ sweepMs: 3_600_000 }), { queueUrl: db.url });
    // The first may still be seen by the look that every worker begins with.
    for (let nth = 1; nth <= 2; nth += 1) {
      const { automation } = await waiting(1);
      const id = await m.order(automation);
      await waitFor('the migration is done', async () => (await m.state(id))['status'] === 'done');
    }
  });

  it('S7.2 two workers at once move each run once', async () => {
    const { automation } = await waiting(45);
    const id = await m.order(automation);
    await Promise.all([m.work(), m.work(), s.worker(), s.worker()]);
    await waitFor('the migration is done', async () => (await m.state(id))['status'] === 'done');
    expect(await m.state(id)).toMatchObject({ total: 45, moved: 45 });
    expect(new Set(await movesPerRun())).toEqual(new Set([1]));
  });

  it('S7.2 judges a run that moves on at the same moment by where it then stands', async () => {
    const { automation, runIds } = await waiting(1);
    const [runId = ''] = runIds;
    const id = await m.order(automation);
    let working: Promise<void> = Promise.resolve();
    await withTransaction(db.pool, async (tx) => {
      await advanceRuns(s.deps(), tx, [
        {
          runId,
          actor: 'test',
          decide: (run) => {
            const timer = run.row.timers.find((one) => one.purpose === 'wait');
            const visit = { stepId: 'pause', iteration: 1 };
            const { id: timerId = '', dueAt = 0 } = timer ?? {};
            return { kind: 'timer_fired', timerId, purpose: 'wait', visit, dueAt, skipped: true };
          },
        },
      ]);
      working = m.work();
      await waitFor('the migration stands before the run', isBlocked);
    });
    await working;
    expect((await m.results(id)).get(runId)).toMatchObject({
      status: 'refused',
      code: 'already_finished',
    });
    expect(await m.version(runId)).toBe(1);
    expect(await m.state(id)).toMatchObject({ status: 'done', refused: 1 });
  });

  it('S7.2 S9.1 is seen to stand still when every worker fails on it, and goes on afterwards', async () => {
    const { automation } = await waiting(1);
    const id = await m.order(automation);
    const deps = s.deps();
    const get = async (): Promise<never> => Promise.reject(new Error('No version can be read.'));
    const failing = { ...deps, plans: { get } };
    await expect(m.work(failing)).rejects.toThrow('No version can be read.');
    await advanceTime(db, '11 minutes');
    await expect(m.work(failing)).rejects.toThrow('No version can be read.');
    const broken = (await checkInvariants(db.pool)).filter(({ count }) => count > 0);
    expect(broken).toMatchObject([{ name: 'migration_stands_still', sample: [id] }]);
    await m.work();
    expect(await m.state(id)).toMatchObject({ status: 'done', moved: 1 });
  });

  it('S7.2 stops after the runs in hand when it is cancelled; the rest was not reached', async () => {
    const { automation, runIds } = await waiting(45);
    const id = await m.order(automation);
    const cancel = { orgId: s.orgId, id, actor: 'user:kim' };
    let working: Promise<void> = Promise.resolve();
    await withTransaction(db.pool, async (tx) => {
      await loadRunsForUpdate(tx, runIds.slice(25, 26));
      working = m.work();
      await waitFor('the second batch stands before a run', isBlocked);
      expect(await cancelMigration(s.deps(), cancel)).toBe(true);
    });
    await working;
    expect(await cancelMigration(s.deps(), cancel)).toBe(false);
    const { rows: told } = await db.sql.query(
      `select subject, detail from audit where action = 'migration.cancelled'`,
    );
    expect(told).toEqual([{ subject: automation, detail: { migrationId: cancel.id } }]);
    expect(await m.state(id)).toMatchObject({ status: 'cancelled', total: 45, moved: 40 });
    for (const runId of runIds.slice(40)) expect(await m.version(runId)).toBe(1);
    const again = await m.order(automation);
    await m.work();
    expect(await m.state(again)).toMatchObject({ status: 'done', moved: 5 });
  });
});
