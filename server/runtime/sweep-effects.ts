import { txOf, type Tx } from '#server/platform/db.ts';
import { storable } from '#server/platform/storable.ts';
import { messageOf } from '#server/platform/errors.ts';
import { findConnectionById } from '#server/store/connection-credentials.ts';
import {
  abandonClaimedEffects,
  findAnsweredReviews,
  findLapsedEffects,
  findLeftoverClaims,
  findOrphanedEffects,
  type EffectRow,
} from '#server/store/effects.ts';
import {
  doubtEffect,
  failEffect,
  sendEffectToReview,
  settleEffect,
} from '#server/store/end-effect.ts';
import { releaseSpend, settleReservedSpend } from '#server/store/spend.ts';
import { openConnection } from './connection-seal.ts';
import type { RuntimeDeps } from './deps.ts';
import { resumeSettled } from './resume-settled.ts';

const LIMIT = 50;
const ACTOR = 'sweep';
/** How long a provider may take to say what became of an effect. */
const ASK_MS = 30_000;

const doubtLapsed = async (deps: RuntimeDeps): Promise<number> => {
  const tx = txOf(deps.pool);
  const lapsed = await findLapsedEffects(tx, LIMIT);
  for (const { key, token } of lapsed) {
    await doubtEffect(tx, {
      key,
      token,
      actor: ACTOR,
      message: 'The worker that called was lost.',
    });
  }
  return lapsed.length;
};

const reconcile = async (deps: RuntimeDeps, effect: EffectRow) => {
  const connector = deps.connectors.get(effect.connector);
  if (connector?.reconcile === undefined) {
    return { outcome: 'unknown' as const, message: 'There is no way to ask.' };
  }
  const sealed =
    effect.connectionId === null
      ? null
      : await findConnectionById(txOf(deps.pool), effect.connectionId);
  const connection = sealed === null ? null : openConnection(deps.secrets.credentialsKey, sealed);
  const signal = AbortSignal.timeout(ASK_MS);
  return connector
    .reconcile({ key: effect.key, request: effect.request, connection, signal })
    .catch((error: unknown) => ({ outcome: 'unknown' as const, message: messageOf(error) }));
};

const record = async (
  tx: Tx,
  effect: EffectRow,
  found: Awaited<ReturnType<typeof reconcile>>,
): Promise<void> => {
  const { key, token } = effect;
  const ending = { key, token, actor: ACTOR };
  if (found.outcome === 'found') {
    const result = storable(found.result);
    await settleEffect(tx, { ...ending, result, reply: { reconciled: true }, how: 'reconciled' });
    await settleReservedSpend(tx, key);
  } else if (found.outcome === 'absent') {
    const message = 'The provider has nothing under this key.';
    await failEffect(tx, { ...ending, code: 'absent', message }, 'abandoned');
    await releaseSpend(tx, key);
  } else {
    await sendEffectToReview(tx, key, token);
  }
};

/** The step has ended (the run was stopped), so nobody else will ever look into these. */
const resolveOrphans = async (deps: RuntimeDeps): Promise<number> => {
  const tx = txOf(deps.pool);
  const orphans = await findOrphanedEffects(tx, LIMIT);
  for (const effect of orphans) {
    await record(tx, effect, await reconcile(deps, effect));
  }
  return orphans.length;
};

/** An answer came after a person had been asked: nothing is left to say, and the step goes on. */
const resumeAnswered = async (deps: RuntimeDeps): Promise<number> => {
  const answered = await findAnsweredReviews(txOf(deps.pool), LIMIT);
  for (const { runId, stepId, iteration } of answered) {
    await resumeSettled(deps, runId, { stepId, iteration }, ACTOR);
  }
  return answered.length;
};

/** Effects whose worker vanished are in doubt; those that no step asks about any more are resolved. */
export const sweepEffects = async (deps: RuntimeDeps): Promise<boolean> => {
  const lapsed = await doubtLapsed(deps);
  const orphans = await resolveOrphans(deps);
  const answered = await resumeAnswered(deps);
  // A visit that was ended while its effect failed: that effect will not be tried again.
  await abandonClaimedEffects(txOf(deps.pool), await findLeftoverClaims(txOf(deps.pool), LIMIT));
  return lapsed === LIMIT || orphans === LIMIT || answered === LIMIT;
};
