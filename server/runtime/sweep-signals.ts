import { txOf } from '#server/platform/db.ts';
import { findUnmatchedSignals } from '#server/store/signals.ts';
import type { RuntimeDeps } from './deps.ts';
import { matchSignals } from './match-signals.ts';

const LIMIT = 100;

/** A process that died between storing a signal and handing it over left both sides waiting. */
export const sweepSignals = async (deps: RuntimeDeps): Promise<boolean> => {
  const keys = await findUnmatchedSignals(txOf(deps.pool), LIMIT);
  let matched = 0;
  for (const key of keys) matched += await matchSignals(deps, key);
  return keys.length === LIMIT && matched > 0;
};
