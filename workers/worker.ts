/** The engine's worker as a process of its own. */
import { createPool, LIMITS } from '#server/platform/db.ts';
import { env } from '#server/platform/env.ts';
import { runUntilStopped } from '#server/platform/lifecycle.ts';
import { logFor } from '#server/platform/log.ts';
import { loadSecrets } from '#server/platform/secrets.ts';
import { processDeps } from '#server/runtime/process-deps.ts';
import { createWorker } from '#server/runtime/start-worker.ts';

const log = logFor('worker');
const settings = env();
if (settings.DATABASE_URL === undefined) throw new Error('The worker needs DATABASE_URL.');

// A rejection that nobody awaited is a bug; the leases hold what this process had begun.
process.on('unhandledRejection', (error) => {
  log.fatal({ err: error }, 'a rejection was not handled');
  process.exit(1);
});

const pool = createPool(settings.DATABASE_URL, {
  name: 'engine',
  limits: LIMITS,
  max: settings.HOLDFAST_POOL_ENGINE,
});
const deps = processDeps(pool, settings, loadSecrets(settings));
const worker = createWorker(deps, { queueUrl: settings.DATABASE_URL });

await runUntilStopped(
  {
    ...worker,
    start: async () => {
      await worker.start();
      log.info({ worker: worker.id }, 'the worker is running');
    },
    stop: async () => {
      await worker.stop();
      await pool.end();
    },
  },
  settings.HOLDFAST_GRACE_SECONDS * 1000,
);
