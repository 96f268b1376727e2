import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { AppServices } from '#server/api/app-services.ts';
import { logFor } from '#server/platform/log.ts';
import { readReadiness } from '#server/store/product-readiness.ts';

const log = logFor('readyz');

/** A worker says that it lives every few seconds. */
const WORKER_SECONDS = 60;

export interface ReadinessReport {
  readonly ready: boolean;
  /** "ok", or what is wrong. */
  readonly checks: Readonly<Record<'database' | 'migrations' | 'worker', string>>;
}

const UNKNOWN = 'not known while the database is away';

/** Read beside the process and not beside this module, which a bundler may have moved. */
const migrationNames = (): string[] =>
  readdirSync(path.join(process.cwd(), 'prisma', 'migrations'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

/** Database reachable, schema of this build, and somebody there to do the work. */
export const checkReadiness = async (
  services: Pick<AppServices, 'reads'>,
): Promise<ReadinessReport> => {
  try {
    const { appliedMigrations, workerSeenSecondsAgo } = await readReadiness(services.reads);
    const applied = new Set(appliedMigrations);
    const missing = migrationNames().filter((name) => !applied.has(name));
    const seen = workerSeenSecondsAgo !== null && workerSeenSecondsAgo < WORKER_SECONDS;
    const checks = {
      database: 'ok',
      migrations: missing.length === 0 ? 'ok' : `missing: ${missing.join(', ')}`,
      worker: seen ? 'ok' : `no worker was seen in the last ${WORKER_SECONDS} s`,
    };
    return { ready: Object.values(checks).every((check) => check === 'ok'), checks };
  } catch (error) {
    log.warn({ err: error }, 'not ready');
    return {
      ready: false,
      checks: { database: 'cannot be reached', migrations: UNKNOWN, worker: UNKNOWN },
    };
  }
};
