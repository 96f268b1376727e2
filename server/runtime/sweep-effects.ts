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
import { isTestRun } from '#server/store/runs.ts';
import { releaseSpend, settleReservedSpend } from '#server/store/spend.ts';
import { openConnection } from './connection-seal.ts';
import type { RuntimeDeps } from './deps.ts';
import { wentTo } from './effect-target.ts';
import { findAwake } from './find-awake.ts';
import { resumeSettled } from './resume-settled.ts';

const LIMIT = 50;
const ACTOR = 'sweep';
/** How long a provider may take to say what became of an effect. */
const ASK_MS = 30_000;

/** Does for each what is to be done for it; one that fails rests, and holds up no other. */
const forEach = async <T>(
  deps: RuntimeDeps,
  find: (tx: Tx, limit: number) => Promise<readonly T[]>,
  idOf: (row: T) => string,
  work: (row: T) => Promise<void>,
): Promise<boolean> => {
  const tx = txOf(deps.pool);
  const rows = await findAwake(deps.pauses, LIMIT, async (limit) => find(tx, limit), idOf);
  for (const row of rows) {
    const id = idOf(row);
    try {
      await work(row);
      deps.pauses.worked(id);
    } catch (error) {
      deps.pauses.failed(id, performance.now());
      deps.log.error({ err: error, id }, 'an effect could not be looked into');
    }
  }
  return rows.length === LIMIT;
};

const keyOf = ({ key }: EffectRow): string => key;

const doubtLapsed = async (deps: RuntimeDeps): Promise<boolean> =>
  forEach(deps, findLapsedEffects, keyOf, async ({ key, token }) => {
    const message = 'The worker that called was lost.';
    await doubtEffect(txOf(deps.pool), { key, token, actor: ACTOR, message });
  });

const reconcile = async (deps: RuntimeDeps, effect: EffectRow) => {
  const isTest = await isTestRun(txOf(deps.pool), effect.runId);
  const connectors = isTest ? deps.tests.connectors : deps.connectors;
  const connector = connectors.get(effect.connector);
  if (connector?.reconcile === undefined) {
    return { outcome: 'unknown' as const, message: 'There is no way to ask.' };
  }
  const sealed =
    effect.connectionId === null
      ? null
      : await findConnectionById(txOf(deps.pool), effect.connectionId);
  const connection = sealed === null ? null : openConnection(deps.secrets.credentialsKey, sealed);
  if (!wentTo(effect, connector, connection)) {
    return { outcome: 'unknown' as const, message: 'Whoever was called cannot be asked any more.' };
  }
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
const resolveOrphans = async (deps: RuntimeDeps): Promise<boolean> =>
  forEach(deps, findOrphanedEffects, keyOf, async (effect) => {
    await record(txOf(deps.pool), effect, await reconcile(deps, effect));
  });

/** An answer came after a person had been asked: nothing is left to say, and the step goes on. */
const resumeAnswered = async (deps: RuntimeDeps): Promise<boolean> =>
  forEach(
    deps,
    findAnsweredReviews,
    ({ runId }) => runId,
    async ({ runId, stepId, iteration }) =>
      resumeSettled(deps, runId, { stepId, iteration }, ACTOR),
  );

/** Effects whose worker vanished are in doubt; those that no step asks about any more are resolved. */
export const sweepEffects = async (deps: RuntimeDeps): Promise<boolean> => {
  const lapsed = await doubtLapsed(deps);
  const orphans = await resolveOrphans(deps);
  const answered = await resumeAnswered(deps);
  // A visit that was ended while its effect failed: that effect will not be tried again.
  await abandonClaimedEffects(txOf(deps.pool), await findLeftoverClaims(txOf(deps.pool), LIMIT));
  return lapsed || orphans || answered;
};
