import { txOf } from '#server/platform/db.ts';
import { crashPoint } from '#server/platform/crash-point.ts';
import { StaleLeaseError } from '#server/platform/errors.ts';
import { collectRuns } from '#server/store/migration-runs.ts';
import {
  claimMigration,
  noteCollected,
  releaseMigration,
  type HeldMigration,
} from '#server/store/migrations.ts';
import { retryTransaction } from './commit-advance.ts';
import type { RuntimeDeps } from './deps.ts';
import { migrateBatch } from './migrate-batch.ts';
import { createRepeating, type RepeatingService } from './repeating.ts';

/** Runs that one page of the search adds. */
const PAGE = 1000;

/** Batches or pages before another migration, of anybody, has its turn. */
const MOST_TURNS = 10;

/** Lists the next page of runs. Answers whether there may be more. */
const collectPage = async (
  deps: RuntimeDeps,
  held: HeldMigration,
  after: string,
): Promise<string | null> =>
  retryTransaction(deps, async (tx) => {
    const of = {
      migrationId: held.id,
      orgId: held.orgId,
      automationId: held.automationId,
      version: held.from,
      after,
    };
    const page = await collectRuns(tx, of, PAGE);
    const more = page.runs === PAGE;
    const progress = { id: held.id, token: held.token, leaseSeconds: deps.tuning.leaseSeconds };
    if (!(await noteCollected(tx, progress, { ...page, after, more }))) {
      throw new StaleLeaseError(`Migration ${held.id} was taken over, or has this page already.`);
    }
    return more ? page.last : null;
  });

/** A bounded piece of a migration. Answers whether there is more to do at once. */
const workOn = async (deps: RuntimeDeps, held: HeldMigration): Promise<boolean> => {
  let after: string | null = held.status === 'collecting' ? held.collectedTo : null;
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    if (after !== null) {
      after = await collectPage(deps, held, after);
      crashPoint('migration.after_page', held.id);
    } else if (!(await migrateBatch(deps, held))) return false;
  }
  return true;
};

/**
 * One turn of whichever migration has waited longest. Whatever line this stops at, the lease lapses
 * and the next worker goes on with what is still pending: a run and its result are one transaction.
 */
export const workMigrations = async (deps: RuntimeDeps, owner: string): Promise<boolean> => {
  const tx = txOf(deps.pool);
  const held = await claimMigration(tx, owner, deps.tuning.leaseSeconds);
  if (held === null) return false;
  try {
    await workOn(deps, held);
  } catch (error) {
    if (!(error instanceof StaleLeaseError)) throw error;
    deps.log.info({ err: error, migrationId: held.id }, 'a migration goes on elsewhere');
  } finally {
    await releaseMigration(tx, held);
  }
  return true;
};

/** Every worker looks for migrations: rung when one is started, and by itself as often as a sweep. */
export const createMigrationWorker = (deps: RuntimeDeps, owner: string): RepeatingService =>
  createRepeating({
    name: 'migrations',
    everyMs: deps.tuning.sweepMs,
    log: deps.log,
    round: async () => workMigrations(deps, owner),
  });
