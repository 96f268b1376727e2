/** The sandbox services as a process of their own. */
import { createPool } from '#server/platform/db.ts';
import { env } from '#server/platform/env.ts';
import { runUntilStopped, type Service } from '#server/platform/lifecycle.ts';
import { logFor } from '#server/platform/log.ts';
import { loadSecrets } from '#server/platform/secrets.ts';
import { type Sandbox, startSandbox } from '#server/sandbox/start.ts';

const log = logFor('sandbox');
const GRACE_MS = 2_000;

const settings = env();
if (settings.DATABASE_URL === undefined) throw new Error('The sandbox needs DATABASE_URL.');

const pool = createPool(settings.DATABASE_URL, { name: 'sandbox', max: 8 });
let sandbox: Sandbox | undefined;

const service: Service = {
  name: 'sandbox',
  start: async () => {
    sandbox = await startSandbox({
      pool,
      ports: { http: settings.SANDBOX_PORT, smtp: settings.SANDBOX_SMTP_PORT },
      secrets: loadSecrets(settings),
      appUrl: settings.appUrl,
    });
    log.info({ http: sandbox.httpPort, smtp: sandbox.smtpPort }, 'sandbox services are listening');
  },
  stop: async () => {
    await sandbox?.stop();
    await pool.end();
  },
};

await runUntilStopped(service, GRACE_MS);
