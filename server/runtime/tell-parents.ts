import type { SignalKey } from '#server/store/signals.ts';
import type { RuntimeDeps } from './deps.ts';
import { matchSignals } from './match-signals.ts';

/**
 * Children have ended, however: by their last step, a timer or a person. Parents that wait for them
 * go on now. Never rejects: what ended them is committed, and what is left the signal sweep finds.
 */
export type TellParents = (ended: readonly SignalKey[]) => Promise<void>;

export const createTellParents =
  (depsOf: () => RuntimeDeps): TellParents =>
  async (ended) => {
    const deps = depsOf();
    for (const key of ended) {
      try {
        await matchSignals(deps, key);
      } catch (error) {
        const runId = key.correlationKey;
        deps.log.warn(
          { err: error, runId },
          'a parent could not be told of its child; the sweep will',
        );
      }
    }
  };
