import { setTimeout as sleep } from 'node:timers/promises';
import { withTransaction, type Tx } from '#server/platform/db.ts';
import { CommitUnknownError, isTransientDatabaseError } from '#server/platform/errors.ts';
import {
  advanceRuns,
  type Advanced,
  type AdvanceItem,
  type AdvanceOutcome,
} from './advance-runs.ts';
import type { RuntimeDeps } from './deps.ts';
import type { Changes } from './write-advances.ts';

const MAX_TRIES = 6;

/** Tells the process what a committed transaction changed. */
export const publishChanges = (deps: RuntimeDeps, changes: Changes): void => {
  if (changes.runIds.length > 0) deps.hints.runsChanged(changes.runIds);
  if (changes.lanes.size > 0) deps.hints.lanesReady(changes.lanes);
  if (changes.outbox) deps.hints.outboxWritten();
};

/**
 * Runs a transaction again from its start where the database failed in a way that this can cure.
 * After a lost COMMIT answer too: `work` must then find what it has done, which every one of ours
 * does by looking at the state under the run's lock.
 */
export const retryTransaction = async <T>(
  deps: RuntimeDeps,
  work: (tx: Tx) => Promise<T>,
  onRetry: (error: unknown) => void = () => undefined,
): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await withTransaction(deps.pool, work);
    } catch (error) {
      const curable = error instanceof CommitUnknownError || isTransientDatabaseError(error);
      if (!curable || tries >= MAX_TRIES) throw error;
      onRetry(error);
      deps.log.debug({ err: error, tries }, 'transaction again');
      await sleep(Math.random() * 25 * 2 ** tries);
    }
  }
};

const undoReservations = (items: readonly AdvanceItem[]): void => {
  for (const item of items) item.continueAs?.undo();
};

/** Load, check the fence, advance and write, in one transaction of its own; then the hints. */
export const commitBatch = async (
  deps: RuntimeDeps,
  items: readonly AdvanceItem[],
): Promise<Advanced> => {
  try {
    const advanced = await retryTransaction(
      deps,
      async (tx) => advanceRuns(deps, tx, items),
      (error) => {
        undoReservations(items);
        if (!(error instanceof CommitUnknownError)) return;
        for (const item of items) item.afterUnknownCommit?.();
      },
    );
    publishChanges(deps, advanced.changes);
    return advanced;
  } catch (error) {
    undoReservations(items);
    throw error;
  }
};

/** The same, and lets those go on who waited for the end of one of the runs. */
export const commitAdvances = async (
  deps: RuntimeDeps,
  items: readonly AdvanceItem[],
): Promise<readonly AdvanceOutcome[]> => {
  const { outcomes, changes } = await commitBatch(deps, items);
  await deps.tellParents(changes.ended);
  return outcomes;
};

/** The same for one item. */
export const commitAdvance = async (
  deps: RuntimeDeps,
  item: AdvanceItem,
): Promise<AdvanceOutcome> => {
  const [outcome] = await commitAdvances(deps, [item]);
  if (outcome === undefined) throw new Error('An advance had no outcome.');
  return outcome;
};
