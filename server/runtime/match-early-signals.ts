import type { Tx } from '#server/platform/db.ts';
import { lockSignalKeys, takeUnconsumedSignal } from '#server/store/signals.ts';
import { applyEvent } from './apply-event.ts';
import type { RuntimeDeps } from './deps.ts';
import type { LoadedRun } from './loaded-run.ts';
import type { WriteSet } from './write-set.ts';

/**
 * A wait that has just begun looks for signals that were there before it. What it consumes may
 * lead the run to its next wait, so this goes on until no new wait finds anything. `from` is the
 * number of subscriptions that the set held before the event.
 */
export const matchEarlySignals = async (
  deps: RuntimeDeps,
  tx: Tx,
  set: WriteSet,
  run: LoadedRun,
  from: number,
): Promise<void> => {
  let looked = from;
  while (looked < set.subscriptions.length) {
    const begun = set.subscriptions.slice(looked).filter((row) => !row.closed);
    looked = set.subscriptions.length;
    const keys = begun.map((row) => ({
      orgId: row.orgId,
      name: row.signal,
      correlationKey: row.correlationKey,
    }));
    await lockSignalKeys(tx, keys);
    for (const [index, wait] of begun.entries()) {
      const key = keys[index];
      if (key === undefined) continue;
      const taken = set.signalUses.map((use) => use.signalId);
      const signal = await takeUnconsumedSignal(tx, key, taken);
      if (signal === null) continue;
      applyEvent(
        deps,
        set,
        run,
        {
          kind: 'signal_received',
          visit: { stepId: wait.stepId, iteration: wait.iteration },
          subscriptionId: wait.id,
          signalId: signal.id,
          signal: wait.signal,
          payload: signal.payload,
          early: true,
        },
        'engine',
      );
    }
  }
};
