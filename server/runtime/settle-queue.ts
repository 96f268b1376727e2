import type { AdvanceItem, AdvanceOutcome } from './advance-runs.ts';
import { createBatchQueue, type BatchQueue, type Waiting } from './batch-queue.ts';
import { commitBatch } from './commit-advance.ts';
import type { RuntimeDeps } from './deps.ts';
import { settleKnown } from './settle-known.ts';

/** Most settles in one commit; beyond it a transaction gets long without getting cheaper. */
const MOST = 100;
const PUMPS = 3;

/** `submit` resolves when the item's transaction is durable. */
export type SettleQueue = BatchQueue<AdvanceItem, AdvanceOutcome>;

type Batch = readonly Waiting<AdvanceItem, AdvanceOutcome>[];

/** Loads under locks, decides and writes. A batch that fails is tried item by item. */
const settleLong = async (deps: RuntimeDeps, batch: Batch): Promise<void> => {
  try {
    const { outcomes } = await commitBatch(
      deps,
      batch.map((entry) => entry.item),
    );
    for (const [index, entry] of batch.entries()) {
      const outcome = outcomes[index];
      if (outcome === undefined) entry.done.reject(new Error('A settle had no outcome.'));
      else entry.done.resolve(outcome);
    }
  } catch (error) {
    if (batch.length > 1) for (const entry of batch) await settleLong(deps, [entry]);
    else for (const entry of batch) entry.done.reject(error);
  }
};

/** Settles that wait at the same time share one commit, on what the worker knows where it can. */
export const createSettleQueue = (deps: RuntimeDeps): SettleQueue =>
  createBatchQueue({
    most: MOST,
    pumps: PUMPS,
    handle: async (batch) => {
      const outcomes = await settleKnown(
        deps,
        batch.map((entry) => entry.item),
      );
      const left: Waiting<AdvanceItem, AdvanceOutcome>[] = [];
      for (const [index, entry] of batch.entries()) {
        const outcome = outcomes[index] ?? null;
        if (outcome === null) left.push(entry);
        else entry.done.resolve(outcome);
      }
      if (left.length > 0) await settleLong(deps, left);
    },
  });
