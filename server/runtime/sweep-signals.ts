import { txOf } from '#server/platform/db.ts';
import { findUnmatchedSignals, type SignalKey } from '#server/store/signals.ts';
import type { RuntimeDeps } from './deps.ts';
import { findAwake } from './find-awake.ts';
import { matchSignals } from './match-signals.ts';

const LIMIT = 100;

const idOf = ({ orgId, name, correlationKey }: SignalKey): string =>
  JSON.stringify([orgId, name, correlationKey]);

/** A process that died between storing a signal and handing it over left both sides waiting. */
export const sweepSignals = async (deps: RuntimeDeps): Promise<boolean> => {
  const keys = await findAwake(
    deps.pauses,
    LIMIT,
    async (limit) => findUnmatchedSignals(txOf(deps.pool), limit),
    idOf,
  );
  let matched = 0;
  for (const key of keys) {
    try {
      matched += await matchSignals(deps, key);
      deps.pauses.worked(idOf(key));
    } catch (error) {
      // The run that waits for it cannot be advanced: the others get theirs.
      deps.pauses.failed(idOf(key), performance.now());
      deps.log.error({ err: error, signal: key.name }, 'a signal cannot be handed over');
    }
  }
  return keys.length === LIMIT && matched > 0;
};
