import type { AdvanceItem, AdvanceOutcome } from './advance-runs.ts';
import { commitAdvances } from './commit-advance.ts';
import { settleKnown } from './settle-known.ts';
import type { RuntimeDeps } from './deps.ts';

/** Most settles in one commit; beyond it a transaction gets long without getting cheaper. */
const MOST = 100;

/** Commits under way at once: while one waits for the disk, the next is made up. */
const PUMPS = 3;

export interface SettleQueue {
  /** Resolves when the item's transaction is durable. */
  submit(item: AdvanceItem): Promise<AdvanceOutcome>;
}

interface Waiting {
  readonly item: AdvanceItem;
  readonly done: PromiseWithResolvers<AdvanceOutcome>;
}

/**
 * Settles that wait at the same time share one commit: whatever has come in since the last commit
 * returned is the next batch, one item when the worker is idle. Should a batch fail, its items are
 * tried one by one, so that a single bad one fails alone.
 */
export const createSettleQueue = (deps: RuntimeDeps): SettleQueue => {
  const waiting: Waiting[] = [];
  let pumping = 0;

  const settleLong = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const outcomes = await commitAdvances(
        deps,
        batch.map((entry) => entry.item),
      );
      for (const [index, entry] of batch.entries()) {
        const outcome = outcomes[index];
        if (outcome === undefined) entry.done.reject(new Error('A settle had no outcome.'));
        else entry.done.resolve(outcome);
      }
    } catch (error) {
      if (batch.length > 1) for (const entry of batch) await settleLong([entry]);
      else for (const entry of batch) entry.done.reject(error);
    }
  };

  const settle = async (batch: readonly Waiting[]): Promise<void> => {
    const outcomes = await settleKnown(
      deps,
      batch.map((entry) => entry.item),
    );
    const left: Waiting[] = [];
    for (const [index, entry] of batch.entries()) {
      const outcome = outcomes[index] ?? null;
      if (outcome === null) left.push(entry);
      else entry.done.resolve(outcome);
    }
    if (left.length > 0) await settleLong(left);
  };

  const pump = async (): Promise<void> => {
    while (waiting.length > 0) await settle(waiting.splice(0, MOST));
    pumping -= 1;
  };

  return {
    submit: async (item) => {
      const done = Promise.withResolvers<AdvanceOutcome>();
      waiting.push({ item, done });
      if (pumping < PUMPS) {
        pumping += 1;
        // What else ends in this turn of the event loop goes with it.
        setImmediate(() => void pump());
      }
      return done.promise;
    },
  };
};
