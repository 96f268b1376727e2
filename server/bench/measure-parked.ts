import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '#server/platform/db.ts';
import { createRunNotices } from '#server/runtime/run-notices.ts';
import { benchDeps } from './bench-deps.ts';
import { publishChain, type BenchServer } from './bench-database.ts';
import { startMany } from './start-many.ts';
import { waitUntil } from './wait-until.ts';
import { startBenchWorker } from './worker-process.ts';

export interface Parked {
  readonly runs: number;
  readonly createSeconds: number;
  /** Tables and indexes, the queue's too, once its jobs are there. */
  readonly bytesEach: number;
  /** What the worker's memory grew by while they were made and a while afterwards. */
  readonly workerGrowthMb: number;
  readonly byTable: Readonly<Record<string, number>>;
}

const sizes = async (pool: Pool): Promise<ReadonlyMap<string, number>> => {
  await pool.query('checkpoint');
  const { rows } = await pool.query<{ name: string; bytes: number }>(
    `select relname as name, pg_total_relation_size(oid)::float8 as bytes
       from pg_class where relkind = 'r' and relnamespace in (
         select oid from pg_namespace where nspname in ('public', 'pgboss'))`,
  );
  return new Map(rows.map((row) => [row.name, row.bytes]));
};

const unsent = async (pool: Pool): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from outbox where sent_at is null',
  );
  return rows[0]?.count ?? 0;
};

/** Runs that wait for an hour: what making them takes, and what their waiting costs. */
export const measureParked = async (server: BenchServer, runs: number): Promise<Parked> => {
  const database = await server.database();
  const { pool, orgId } = database;
  const automationId = await publishChain(database, [
    { kind: 'wait_for', config: { duration: 'PT1H' } },
  ]);
  const worker = await startBenchWorker(database.url);
  const deps = benchDeps(pool);
  const notices = createRunNotices(deps);
  await notices.start();
  try {
    await startMany(deps, { orgId, automationId }, 1000);
    await sleep(3_000);
    const usageBefore = await worker.usage();
    const before = await sizes(pool);
    const began = performance.now();
    await startMany(deps, { orgId, automationId }, runs);
    const createSeconds = (performance.now() - began) / 1000;
    await waitUntil('every wake-up is announced', 200, async () => (await unsent(pool)) === 0);
    await sleep(5_000);
    const usageAfter = await worker.usage();
    const after = await sizes(pool);
    const grown = [...after].map(([name, bytes]): [string, number] => [
      name,
      Math.round((bytes - (before.get(name) ?? 0)) / runs),
    ]);
    return {
      runs,
      createSeconds,
      bytesEach: grown.reduce((sum, [, bytes]) => sum + bytes, 0),
      workerGrowthMb: (usageAfter.rssBytes - usageBefore.rssBytes) / 2 ** 20,
      byTable: Object.fromEntries(grown.filter(([, bytes]) => bytes > 0)),
    };
  } finally {
    await worker.stop();
    await notices.stop();
    await database.close();
  }
};
