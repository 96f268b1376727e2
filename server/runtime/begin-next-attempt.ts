import { txOf } from '#server/platform/db.ts';
import { beginNextAttempt, NO_SLOT, type EffectRestart } from '#server/store/begin-effect.ts';
import type { EffectRow } from '#server/store/effects.ts';
import { failEffect } from '#server/store/end-effect.ts';
import { releaseSpend } from '#server/store/spend.ts';
import {
  outOfBudget,
  reserveAndBegin,
  skipped,
  SPENT,
  untilSlotIsFree,
} from './begin-first-attempt.ts';
import { effectTarget } from './effect-target.ts';
import type { EffectWork, Opened } from './effect-work.ts';

/** The same bytes under the same key once more. Null: someone was quicker, look again. */
export const beginNext = async (effect: EffectWork, known: EffectRow): Promise<Opened | null> => {
  const since = performance.now();
  const restart: EffectRestart = {
    key: known.key,
    runId: known.runId,
    connectionId: effect.connection?.id ?? null,
    connectionTarget: effectTarget(effect.connector, effect.connection),
    token: known.token,
    stepToken: effect.work.step.token,
    owner: effect.worker.id,
    leaseSeconds: effect.deps.tuning.leaseSeconds,
  };
  // What was reserved for an attempt that was given up has been released since: a replay reserves
  // again. A reservation that still stands is left as it is.
  const prepared = effect.executor.prepare(effect.context);
  const begun = await reserveAndBegin(effect, prepared, async (tx) =>
    beginNextAttempt(tx, restart),
  );
  if (begun === SPENT) return outOfBudget(effect);
  if (begun === NO_SLOT) return untilSlotIsFree(effect);
  return begun === null ? null : { kind: 'begun', ...begun, request: known.request, since };
};

/**
 * Known not to have happened so far. Whether the person may still be contacted is asked again
 * before each attempt; the bytes stay those of the first.
 */
export const beginUnlessSkipped = async (
  effect: EffectWork,
  known: EffectRow,
): Promise<Opened | null> => {
  const prepared = effect.executor.prepare(effect.context);
  if (prepared.kind !== 'skip') return beginNext(effect, known);
  await failEffect(
    txOf(effect.deps.pool),
    {
      key: known.key,
      token: known.token,
      actor: effect.worker.actor,
      code: 'skipped',
      message: prepared.reason,
    },
    'abandoned',
  );
  await releaseSpend(txOf(effect.deps.pool), known.key);
  return skipped(effect, prepared);
};
