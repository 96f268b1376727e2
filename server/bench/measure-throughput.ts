import type { Pool } from '#server/platform/db.ts';
import { createRunNotices } from '#server/runtime/run-notices.ts';
import { benchDeps } from './bench-deps.ts';
import { publishChain, type BenchServer } from './bench-database.ts';
import { metered } from './meter.ts';
import { NO_OP } from './no-op-step.ts';
import { startMany } from './start-many.ts';
import { waitUntil } from './wait-until.ts';
import { startBenchWorker } from './worker-process.ts';

const STEPS = 3;
const WARM_UP = 200;

export interface Throughput {
  readonly runs: number;
  readonly runsPerSecond: number;
  readonly stepsPerSecond: number;
  readonly commitsPerRun: number;
  readonly walBytesPerStep: number;
  /** CPU of the worker process; starting the runs is another process's. */
  readonly workerCpuMsPerStep: number;
}

const openRuns = async (pool: Pool): Promise<number> => {
  const { rows } = await pool.query<{ open: number }>(
    'select count(*)::int as open from runs where finished_at is null',
  );
  return rows[0]?.open ?? 0;
};

/** From the first start to the last end, by the database's clock. */
const secondsOf = async (pool: Pool, count: number): Promise<number> => {
  const { rows } = await pool.query<{ seconds: number }>(
    `select extract(epoch from max(finished_at) - min(created_at))::float8 as seconds
       from (select * from runs order by id desc limit $1) latest`,
    [count],
  );
  return rows[0]?.seconds ?? Number.NaN;
};

/** Starts runs of three steps that do nothing while one worker works, and waits for the last. */
export const measureThroughput = async (server: BenchServer, runs: number): Promise<Throughput> => {
  const database = await server.database();
  const { pool, orgId } = database;
  const automationId = await publishChain(
    database,
    Array.from({ length: STEPS }, () => ({ kind: NO_OP, config: {} })),
  );
  const worker = await startBenchWorker(database.url);
  const deps = benchDeps(pool);
  const notices = createRunNotices(deps);
  await notices.start();
  const round = async (count: number): Promise<void> => {
    await startMany(deps, { orgId, automationId }, count);
    await waitUntil('all runs are done', 20, async () => (await openRuns(pool)) === 0);
  };
  try {
    await round(WARM_UP);
    const before = await worker.usage();
    const { written } = await metered(pool, async () => round(runs));
    const after = await worker.usage();
    const seconds = await secondsOf(pool, runs);
    return {
      runs,
      runsPerSecond: runs / seconds,
      stepsPerSecond: (runs * STEPS) / seconds,
      commitsPerRun: written.commits / runs,
      walBytesPerStep: written.walBytes / (runs * STEPS),
      workerCpuMsPerStep: (after.cpuMs - before.cpuMs) / (runs * STEPS),
    };
  } finally {
    await worker.stop();
    await notices.stop();
    await database.close();
  }
};
