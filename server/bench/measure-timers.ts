import type { Pool } from '#server/platform/db.ts';
import { createRunNotices } from '#server/runtime/run-notices.ts';
import { benchDeps } from './bench-deps.ts';
import { publishChain, type BenchServer } from './bench-database.ts';
import { percentile } from './meter.ts';
import { startMany } from './start-many.ts';
import { waitUntil } from './wait-until.ts';
import { startBenchWorker } from './worker-process.ts';

/** Seconds ahead at which all of them are due: long enough to make them all before. */
const AHEAD_SECONDS = 12;

export interface Timers {
  readonly timers: number;
  /** From the due instant to the commit that fired, by the database's clock. */
  readonly lateP50Ms: number;
  readonly lateP95Ms: number;
  readonly lateMaxMs: number;
}

const waiting = async (pool: Pool): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from timers
      where purpose = 'wait' and fired_at is null and cancelled_at is null`,
  );
  return rows[0]?.count ?? 0;
};

/** A thousand runs that all wait for the same instant. */
export const measureTimers = async (server: BenchServer, timers: number): Promise<Timers> => {
  const database = await server.database();
  const { pool, orgId } = database;
  const due = new Date(Date.now() + AHEAD_SECONDS * 1000);
  due.setUTCMilliseconds(0);
  const automationId = await publishChain(database, [
    {
      kind: 'wait_until',
      config: { date: due.toISOString(), spreadSeconds: 0 },
    },
  ]);
  const worker = await startBenchWorker(database.url);
  const deps = benchDeps(pool);
  const notices = createRunNotices(deps);
  await notices.start();
  try {
    await startMany(deps, { orgId, automationId }, timers);
    if (Date.now() > due.getTime()) throw new Error('The timers were not made in time.');
    await waitUntil('all timers have fired', 100, async () => (await waiting(pool)) === 0);
    const { rows } = await pool.query<{ ms: number }>(
      `select extract(epoch from pg_xact_commit_timestamp(xmin) - due_at)::float8 * 1000 as ms
         from timers where purpose = 'wait'`,
    );
    const late = rows.map((row) => row.ms);
    return {
      timers: late.length,
      lateP50Ms: percentile(late, 0.5),
      lateP95Ms: percentile(late, 0.95),
      lateMaxMs: Math.max(...late),
    };
  } finally {
    await worker.stop();
    await notices.stop();
    await database.close();
  }
};
