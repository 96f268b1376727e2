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
  /** From the call that starts the run to the commit of its last step. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Beyond what the worker writes in the same time without any run. */
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
  const calledAt = new Map<string, number>();
  const one = async (): Promise<void> => {
    const called = Date.now();
    const { runId } = await startRun(deps, {
      orgId,
      automationId,
      startKey: newId('key'),
      input: {},
      trigger: 'api',
      actor: 'api',
    });
    calledAt.set(runId, called);
    await sleep(REST_MS);
  };
  try {
    for (let n = 0; n < WARM_UP; n += 1) await one();
    const began = performance.now();
    const { written } = await metered(pool, async () => {
      for (let n = 0; n < runs; n += 1) await one();
    });
    const rest = performance.now() - began;
    const { written: background } = await metered(pool, async () => sleep(rest));
    const { rows } = await pool.query<{ id: string; ended: number }>(
      `select id, extract(epoch from pg_xact_commit_timestamp(xmin))::float8 * 1000 as ended
         from runs where finished_at is not null order by id desc limit $1`,
      [runs],
    );
    const values = rows.map((row) => row.ended - (calledAt.get(row.id) ?? Number.NaN));
    return {
      runs: values.length,
      p50Ms: percentile(values, 0.5),
      p95Ms: percentile(values, 0.95),
      commitsPerRun: (written.commits - background.commits) / runs,
    };
  } finally {
    await worker.stop();
    await notices.stop();
    await database.close();
  }
};
