/**
 * pg-boss, used as a doorbell and nothing more: its rows may be lost, repeated, late or expired
 * without any run noticing. No retries, no schedules, no dead letters; our own rows hold those.
 * Jobs carry ids only.
 */
import { PgBoss, type Db, type JobInsert } from 'pg-boss';
import { txOf, type Pool, type Tx } from './db.ts';
import { logFor } from './log.ts';

export type Boss = PgBoss;

export interface QueueJob {
  /** The outbox row's id: publishing twice inserts once. */
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly startAfter?: Date | undefined;
}

export interface BossOptions {
  /** Created when missing; never dropped. */
  readonly queues?: readonly string[];
  /** Clean-up of pg-boss's own tables: on in workers, off in web processes and tests. */
  readonly maintenance?: boolean;
  /** Wake workers by NOTIFY besides polling; needs a connection string, not a pool. */
  readonly listen?: boolean;
  readonly max?: number;
}

const SCHEMA = 'pgboss';
const log = logFor('queue');

const QUEUE = {
  // A job is handled within moments or its handler is gone; the lease sweep covers what it was for.
  expireInSeconds: 60,
  retryLimit: 0,
  deleteAfterSeconds: 3600,
  // Longer than any timer we plan: delayed jobs are kept from their start time on.
  retentionSeconds: 14 * 24 * 3600,
} as const;

const adapter = (tx: Tx): Db => ({
  executeSql: async (text, values) => tx.query(text, values),
});

/** A started pg-boss, its schema migrated, its queues there. */
export const createBoss = async (
  connection: string | Pool,
  options: BossOptions = {},
): Promise<Boss> => {
  const maintenance = options.maintenance ?? true;
  const boss = new PgBoss({
    ...(typeof connection === 'string'
      ? { connectionString: connection, application_name: 'holdfast-queue', max: options.max ?? 4 }
      : { db: adapter(txOf(connection)) }),
    schema: SCHEMA,
    schedule: false,
    supervise: maintenance,
    registerInstance: false,
    useListenNotify: options.listen ?? false,
    openTelemetry: { enabled: false },
  });
  // Without a listener an error event ends the process.
  boss.on('error', (error) => log.warn({ err: error }, 'queue error'));
  await boss.start({ attempts: 3 });
  await ensureQueues(boss, options.queues ?? []);
  return boss;
};

export const ensureQueues = async (boss: Boss, queues: readonly string[]): Promise<void> => {
  for (const name of queues) {
    const found = await boss.getQueue(name);
    if (found === null) await boss.createQueue(name, { ...QUEUE, notify: true });
  }
};

const toInsert = (job: QueueJob): JobInsert => ({
  id: job.id,
  data: job.data,
  ...(job.startAfter === undefined ? {} : { startAfter: job.startAfter }),
});

/**
 * Adds jobs inside the caller's transaction. A job whose id is already there is left alone, which
 * is neither a success nor an error: someone has announced the same thing before.
 */
export const insertJobs = async (
  boss: Boss,
  tx: Tx,
  queue: string,
  jobs: readonly QueueJob[],
): Promise<void> => {
  const unique = [...new Map(jobs.map((job) => [job.id, job])).values()];
  if (unique.length === 0) return;
  await boss.insert(queue, unique.map(toInsert), { db: adapter(tx) });
};

export const stopBoss = async (boss: Boss, graceMs = 5_000): Promise<void> =>
  boss.stop({ graceful: true, timeout: Math.max(graceMs, 1_000) });
