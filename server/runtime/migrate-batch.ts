import type { MigrationVerdict } from '#server/engine/plan-migration.ts';
import type { RunEvent } from '#server/engine/event.ts';
import { txOf, type Tx } from '#server/platform/db.ts';
import { crashPoint } from '#server/platform/crash-point.ts';
import { StaleLeaseError } from '#server/platform/errors.ts';
import { noteMoved, type HeldMigration, type Tally } from '#server/store/migrations.ts';
import {
  findPendingRuns,
  writeRunResults,
  type PendingRun,
  type RunResult,
} from '#server/store/migration-runs.ts';
import { advanceRuns, type AdvanceItem } from './advance-runs.ts';
import { cancelChildren } from './cancel-children.ts';
import { publishChanges, retryTransaction } from './commit-advance.ts';
import type { RuntimeDeps } from './deps.ts';
import { judgeOf, judgeRun, type Judge } from './judge-run.ts';

/** Runs in one transaction; each is locked until the others are done. */
const BATCH = 20;

/** A run that is busy every time it is asked, for some two minutes in all, is told why instead. */
const PAUSES_SECONDS = [2, 4, 8, 16, 30, 60];

const eventOf = (verdict: MigrationVerdict, { order }: Judge): RunEvent | null => {
  if (verdict.kind === 'move') return verdict.event;
  if (verdict.kind !== 'cancel') return null;
  const reason = `Version ${order.to} does not have the step that the run stood at.`;
  return { kind: 'cancel_requested', reason };
};

const resultOf = ({ runId, tries }: PendingRun, verdict: MigrationVerdict): RunResult => {
  const said = { runId, code: null, reason: verdict.sentence, againInSeconds: 0 };
  switch (verdict.kind) {
    case 'move':
      return { ...said, status: 'moved' };
    case 'cancel':
      return { ...said, status: 'cancelled' };
    case 'leave':
      return { ...said, status: 'left' };
    case 'refuse': {
      const pause = verdict.transient ? PAUSES_SECONDS[tries] : undefined;
      const status = pause === undefined ? ('refused' as const) : ('pending' as const);
      return { ...said, status, code: verdict.code, againInSeconds: pause ?? 0 };
    }
  }
};

const unreadable = ({ runId, tries }: PendingRun): RunResult => {
  const pause = PAUSES_SECONDS[tries];
  return {
    runId,
    status: pause === undefined ? 'refused' : 'pending',
    code: 'cannot_be_read',
    reason: 'The run could not be read or written.',
    againInSeconds: pause ?? 0,
  };
};

const tallyOf = (written: readonly RunResult['status'][]): Tally => {
  const count = (status: RunResult['status']): number =>
    written.filter((one) => one === status).length;
  return {
    moved: count('moved'),
    cancelled: count('cancelled'),
    left: count('left'),
    refused: count('refused'),
  };
};

/** Writes the results and counts them under the fence; throws `StaleLeaseError` without it. */
const record = async (
  deps: RuntimeDeps,
  tx: Tx,
  held: HeldMigration,
  results: readonly RunResult[],
): Promise<void> => {
  const written = await writeRunResults(tx, held.id, results);
  const progress = { id: held.id, token: held.token, leaseSeconds: deps.tuning.leaseSeconds };
  if (!(await noteMoved(tx, progress, tallyOf(written)))) {
    throw new StaleLeaseError(`Another worker has taken over migration ${held.id}.`);
  }
};

/**
 * Judges and moves runs, with their results, in one transaction: whatever stands in `migration_runs`
 * has happened, and what has happened stands there. Each run is judged under its own lock, on its
 * state at that moment.
 */
const migrateTogether = async (
  deps: RuntimeDeps,
  held: HeldMigration,
  judge: Judge,
  runs: readonly PendingRun[],
): Promise<readonly RunResult[]> => {
  const { results, changes } = await retryTransaction(deps, async (tx) => {
    const verdicts = new Map<string, MigrationVerdict>();
    const items = runs.map(
      ({ runId }): AdvanceItem => ({
        runId,
        actor: held.by,
        decide: async (run, its) => {
          const verdict = await judgeRun(deps, its, judge, run, held.by);
          verdicts.set(runId, verdict);
          return eventOf(verdict, judge);
        },
      }),
    );
    const advanced = await advanceRuns(deps, tx, items);
    const told = runs.map((run, index) => {
      const verdict = verdicts.get(run.runId);
      const outcome = advanced.outcomes[index];
      if (verdict === undefined || outcome?.kind === 'refused') return unreadable(run);
      return resultOf(run, verdict);
    });
    await record(deps, tx, held, told);
    return { results: told, changes: advanced.changes };
  });
  publishChanges(deps, changes);
  await deps.tellParents(changes.ended);
  return results;
};

/** One run that fails must not hold up the others: then each is tried by itself. */
const migrateEach = async (
  deps: RuntimeDeps,
  held: HeldMigration,
  judge: Judge,
  runs: readonly PendingRun[],
): Promise<readonly RunResult[]> => {
  try {
    return await migrateTogether(deps, held, judge, runs);
  } catch (error) {
    if (error instanceof StaleLeaseError) throw error;
    deps.log.warn({ err: error, migrationId: held.id, runs: runs.length }, 'a batch failed');
  }
  const results: RunResult[] = [];
  for (const run of runs) {
    try {
      results.push(...(await migrateTogether(deps, held, judge, [run])));
    } catch (error) {
      if (error instanceof StaleLeaseError) throw error;
      deps.log.error({ err: error, runId: run.runId }, 'a run cannot be migrated');
      const told = unreadable(run);
      await retryTransaction(deps, async (tx) => record(deps, tx, held, [told]));
      results.push(told);
    }
  }
  return results;
};

/** Takes the next runs of a held migration. False when none is to be looked at now. */
export const migrateBatch = async (deps: RuntimeDeps, held: HeldMigration): Promise<boolean> => {
  const tx = txOf(deps.pool);
  const runs = await findPendingRuns(tx, held, BATCH);
  if (runs.length === 0) return false;
  const judge = await judgeOf(deps, tx, held);
  const results = await migrateEach(deps, held, judge, runs);
  crashPoint('migration.after_batch', held.id);
  for (const { runId, status } of results) {
    if (status === 'cancelled') await cancelChildren(deps, runId, held.by);
  }
  return true;
};
