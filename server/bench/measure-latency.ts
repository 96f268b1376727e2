import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '#server/platform/ids.ts';
import { createRunNotices } from '#server/runtime/run-notices.ts';
import { startRun } from '#server/runtime/start-run.ts';
import { benchDeps } from './bench-deps.ts';
import { publishChain, type BenchServer } from './bench-database.ts';
import { metered, percentile } from './meter.ts';
import { NO_OP } from './no-op-step.ts';
import { startBenchWorker } from './worker-process.ts';

const WARM_UP = 20;
/** Longer than any batching or debouncing, so that each run finds everything at rest. */
const REST_MS = 150;

export interface Latency {
  readonly runs: number;
  /** From the call that starts the run to its last step's commit, by the database's clock. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly commitsPerRun: number;
}

/** One run of three steps at a time, started by another process than the worker's. */
export const measureLatency = async (server: BenchServer, runs: number): Promise<Latency> => {
  const database = await server.database();
  const { pool, orgId } = database;
  const automationId = await publishChain(
    database,
    Array.from({ length: 3 }, () => ({ kind: NO_OP, config: {} })),
  );
  const worker = await startBenchWorker(database.url);
  const deps = benchDeps(pool);
  const notices = createRunNotices(deps);
  await notices.start();
  const one = async (): Promise<void> => {
    await startRun(deps, {
      orgId,
      automationId,
      startKey: newId('key'),
      input: {},
      trigger: 'api',
      actor: 'api',
    });
    await sleep(REST_MS);
  };
  try {
    for (let n = 0; n < WARM_UP; n += 1) await one();
    const { written } = await metered(pool, async () => {
      for (let n = 0; n < runs; n += 1) await one();
    });
    const { rows } = await pool.query<{ ms: number }>(
      `select extract(epoch from finished_at - created_at)::float8 * 1000 as ms
         from runs where finished_at is not null order by id desc limit $1`,
      [runs],
    );
    const values = rows.map((row) => row.ms);
    return {
      runs: values.length,
      p50Ms: percentile(values, 0.5),
      p95Ms: percentile(values, 0.95),
      commitsPerRun: written.commits / runs,
    };
  } finally {
    await worker.stop();
    await notices.stop();
    await database.close();
  }
};
