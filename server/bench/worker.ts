/** One worker process, as `workers/worker.ts` is, with the bench's catalogue. */
import { createPool } from '#server/platform/db.ts';
import { env } from '#server/platform/env.ts';
import { runUntilStopped } from '#server/platform/lifecycle.ts';
import { createWorker } from '#server/runtime/start-worker.ts';
import { benchDeps } from './bench-deps.ts';
import type { Usage } from './worker-process.ts';

const settings = env();
const url = settings.DATABASE_URL;
if (url === undefined) throw new Error('A bench worker needs DATABASE_URL.');
const pool = createPool(url, { name: 'engine', max: settings.HOLDFAST_POOL_ENGINE });
const worker = createWorker(benchDeps(pool), { queueUrl: url });

process.on('message', (message) => {
  if (message !== 'usage') return;
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const usage: Usage = {
    kind: 'usage',
    cpuMs: (user + system) / 1000,
    rssBytes: process.memoryUsage.rss(),
  };
  process.send?.(usage);
});

await runUntilStopped(
  {
    ...worker,
    stop: async () => {
      await worker.stop();
      await pool.end();
    },
  },
  5_000,
);
