/** Migrations whose worker was too slow, or never heard that its COMMIT had been made. */
import { describe, expect, it } from 'vitest';
import { withTransaction } from '#server/platform/db.ts';
import { claimMigration, releaseMigration } from '#server/store/migrations.ts';
import { loadRunsForUpdate } from '#server/store/load-runs.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { cuttingProxy } from '#server/testing/cutting-proxy.ts';
import { documentOf, end, wait } from '#server/testing/documents.ts';
import { migrationScene } from '#server/testing/migration-scene.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { workMigrations } from './work-migrations.ts';

/** The whole statement: "read committed", which every transaction begins with, is none. */
const COMMIT = 'commit\u0000';
const db = testDatabase();
const s = scenario(db);
const m = migrationScene(db, s);
const proxy = cuttingProxy(db);

const waiting = async (runs: number): Promise<{ automation: string; runIds: string[] }> => {
  const automation = await s.publish(documentOf([wait('pause', 'P1D'), end()]));
  const started = await Promise.all(Array.from({ length: runs }, async () => s.start(automation)));
  await m.publishNext(automation, documentOf([wait('pause', 'P1D'), end('end', 'new')]));
  return { automation, runIds: started.map(({ runId }) => runId) };
};

const isBlocked = async (): Promise<boolean> => {
  const { rowCount } = await db.sql.query(
    `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount !== 0;
};

describe('a worker on a migration', () => {
  it('S7.2 S2.3 that is too slow writes nothing once another has taken over', async () => {
    const { automation, runIds } = await waiting(1);
    const id = await m.order(automation);
    const [runId = ''] = runIds;
    let slow: Promise<boolean> = Promise.resolve(false);
    await withTransaction(db.pool, async (tx) => {
      await loadRunsForUpdate(tx, [runId]);
      slow = workMigrations(s.deps(), 'slow');
      await waitFor('the slow worker stands before the run', isBlocked);
      await advanceTime(db, '5 seconds');
      expect((await claimMigration(db.sql, 'next', 1))?.id).toBe(id);
    });
    await slow;
    expect(await m.version(runId)).toBe(1);
    expect((await m.results(id)).get(runId)?.status).toBe('pending');
    expect(await m.state(id)).toMatchObject({ status: 'moving', moved: 0 });
    expect(await workMigrations(s.deps(), 'third'), 'the lease of the next holds').toBe(false);
    await advanceTime(db, '2 seconds');
    await m.work();
    expect(await m.state(id)).toMatchObject({ status: 'done', moved: 1 });
    expect(await m.version(runId)).toBe(2);
  });

  it('S7.2 S2.3 that lets go late does not take it from whoever holds it', async () => {
    const { automation } = await waiting(1);
    await m.order(automation);
    const slow = await claimMigration(db.sql, 'slow', 1);
    await advanceTime(db, '2 seconds');
    const next = await claimMigration(db.sql, 'next', 30);
    if (slow === null || next === null) throw new Error('Nothing was claimed.');
    await releaseMigration(db.sql, slow);
    expect(await claimMigration(db.sql, 'third', 30)).toBeNull();
    await releaseMigration(db.sql, next);
    await m.work();
  });

  it('S7.2 S2.3 whose COMMIT was made unheard counts no run twice, and moves none twice', async () => {
    const { automation, runIds } = await waiting(3);
    const id = await m.order(automation);
    const deps = { ...s.deps(), pool: proxy.pool };
    const page = proxy.cut('after', COMMIT);
    await workMigrations(deps, 'here');
    await page;
    expect(await m.state(id)).toMatchObject({ status: 'moving', total: 3, moved: 0 });
    const batch = proxy.cut('after', COMMIT);
    await workMigrations(deps, 'here');
    await batch;
    expect(await m.state(id)).toMatchObject({ status: 'done', total: 3, moved: 3, refused: 0 });
    for (const runId of runIds) {
      const moves = (await s.log(runId)).filter(({ type }) => type === 'run.migrated');
      expect(moves).toHaveLength(1);
    }
  });

  it('S7.2 S2.3 whose COMMIT never arrived does it again', async () => {
    const { automation } = await waiting(3);
    const id = await m.order(automation);
    const deps = { ...s.deps(), pool: proxy.pool };
    const page = proxy.cut('before', COMMIT);
    await workMigrations(deps, 'here');
    await page;
    await m.work(deps);
    expect(await m.state(id)).toMatchObject({ status: 'done', total: 3, moved: 3 });
  });
});
