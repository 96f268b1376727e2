import { txOf } from '#server/platform/db.ts';
import { takeUnconsumedSignal, type SignalKey } from '#server/store/signals.ts';
import {
  findOpenSubscription,
  isSubscriptionOpen,
  type OpenSubscription,
} from '#server/store/subscriptions.ts';
import { commitAdvance } from './commit-advance.ts';
import type { RuntimeDeps } from './deps.ts';

/** Consumes one signal for one wait, in the transaction that advances the run. */
const matchOne = async (
  deps: RuntimeDeps,
  key: SignalKey,
  wait: OpenSubscription,
): Promise<boolean> => {
  const outcome = await commitAdvance(deps, {
    runId: wait.runId,
    actor: 'engine',
    decide: async (_run, tx) => {
      if (!(await isSubscriptionOpen(tx, wait.id))) return null;
      const signal = await takeUnconsumedSignal(tx, key, []);
      if (signal === null) return null;
      return {
        kind: 'signal_received',
        visit: { stepId: wait.stepId, iteration: wait.iteration },
        subscriptionId: wait.id,
        signalId: signal.id,
        signal: key.name,
        payload: signal.payload,
        early: false,
      };
    },
  });
  return outcome.kind === 'advanced';
};

/** Matches stored signals with open waits of a key until one of the two runs out. */
export const matchSignals = async (deps: RuntimeDeps, key: SignalKey): Promise<number> => {
  let matched = 0;
  for (;;) {
    const { orgId, name, correlationKey } = key;
    const wait = await findOpenSubscription(txOf(deps.pool), orgId, name, correlationKey);
    if (wait === null || !(await matchOne(deps, key, wait))) return matched;
    matched += 1;
  }
};
