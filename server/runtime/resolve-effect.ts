import { visitKey } from '#server/engine/state.ts';
import type { RunEvent } from '#server/engine/event.ts';
import type { Tx } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { findEffect, type EffectRow } from '#server/store/effects.ts';
import { reviewEffect, settleEffect } from '#server/store/end-effect.ts';
import { newId } from '#server/platform/ids.ts';
import { hasAudit, insertAudit } from '#server/store/product-audit.ts';
import { settleReservedSpend } from '#server/store/spend.ts';
import { advanceRuns } from './advance-runs.ts';
import { publishChanges, retryTransaction } from './commit-advance.ts';
import type { RuntimeDeps } from './deps.ts';
import { assertStorable } from './assert-storable.ts';
import { NO_CHANGES, type Changes } from './write-advances.ts';

export interface ResolveEffect {
  readonly orgId: string;
  readonly key: string;
  /** What a person found out: it happened, it did not, or give up and stop the run. */
  readonly outcome: 'happened' | 'did_not_happen' | 'stop';
  /** What the provider made, where the person knows it; assumed from the request otherwise. */
  readonly result?: Readonly<Record<string, unknown>> | undefined;
  readonly actor: string;
}

export interface ResolvedEffect {
  readonly key: string;
  readonly runId: string;
  readonly status: 'settled' | 'claimed' | 'abandoned';
}

const STATUS = {
  happened: 'settled',
  did_not_happen: 'claimed',
  stop: 'abandoned',
} as const satisfies Record<ResolveEffect['outcome'], ResolvedEffect['status']>;

/** What to record as the result: what the person knows, or what the request implies. */
const resultOf = (deps: RuntimeDeps, effect: EffectRow, resolve: ResolveEffect): unknown => {
  const connector = deps.connectors.get(effect.connector);
  if (connector === undefined) throw new Error(`There is no connector ${effect.connector}.`);
  if (resolve.result === undefined) return connector.assumeHappened(effect.request, effect.key);
  assertStorable(resolve.result, 'result');
  const parsed = connector.result.safeParse(resolve.result);
  if (parsed.success) return parsed.data;
  throw new AppError('invalid', 'The result is not what this kind of effect answers.', {
    details: { issues: parsed.error.issues.map(({ path, message }) => ({ path, message })) },
  });
};

/** Writes the answer into the ledger; false when someone else was quicker. */
const answer = async (
  deps: RuntimeDeps,
  tx: Tx,
  effect: EffectRow,
  resolve: ResolveEffect,
): Promise<boolean> => {
  const { key, token } = effect;
  const { actor, outcome } = resolve;
  if (outcome === 'did_not_happen') {
    return reviewEffect(tx, { key, token, actor, outcome }, 'claimed');
  }
  // Whatever it cost is not known any better than what was reserved for it.
  await settleReservedSpend(tx, key);
  if (outcome === 'stop')
    return reviewEffect(tx, { key, token, actor, outcome: 'stopped' }, 'abandoned');
  const result = resultOf(deps, effect, resolve);
  const reply = { reviewed: true };
  return settleEffect(tx, { key, token, actor, result, reply, how: 'reviewed' });
};

const eventOf = (effect: EffectRow, resolve: ResolveEffect): RunEvent => {
  const visit = { stepId: effect.stepId, iteration: effect.iteration };
  return resolve.outcome === 'stop'
    ? { kind: 'stop_requested', visit, reason: 'effect_abandoned' }
    : { kind: 'step_resumed', visit, cause: 'reviewed' };
};

const resolveIn = async (
  deps: RuntimeDeps,
  tx: Tx,
  resolve: ResolveEffect,
  auditId: string,
): Promise<{ readonly resolved: ResolvedEffect; readonly changes: Changes }> => {
  const effect = await findEffect(tx, resolve.key);
  if (effect === null || effect.orgId !== resolve.orgId) {
    throw new AppError('not_found', 'There is no such effect.');
  }
  const resolved = { key: effect.key, runId: effect.runId, status: STATUS[resolve.outcome] };
  // COMMIT's answer was lost, and the first try did it.
  if (await hasAudit(tx, auditId)) return { resolved, changes: NO_CHANGES };
  if (effect.status !== 'needs_review' || !(await answer(deps, tx, effect, resolve))) {
    throw new AppError('conflict', 'This effect is not in review any more.');
  }
  const event = eventOf(effect, resolve);
  const key = visitKey(effect);
  const { changes } = await advanceRuns(deps, tx, [
    {
      runId: effect.runId,
      actor: resolve.actor,
      // The run may have been stopped since: then the answer alone is kept.
      decide: (run) => (run.state.steps.get(key)?.status === 'needs_review' ? event : null),
    },
  ]);
  const { orgId, actor, outcome } = resolve;
  await insertAudit(tx, {
    id: auditId,
    orgId,
    actor,
    action: 'effect.resolved',
    subject: effect.key,
    detail: { outcome },
  });
  return { resolved, changes: { ...changes, runIds: [effect.runId] } };
};

/**
 * A person's answer about an effect in `needs_review`, written with what follows for the run: it
 * happened (the step completes with the result), it did not (the same request is sent again under
 * the same key), or give up (the run stops).
 * Throws AppError: `not_found`, `conflict` (not in review any more), `invalid` (a result that the
 * connector does not understand).
 */
export const resolveEffect = async (
  deps: RuntimeDeps,
  resolve: ResolveEffect,
): Promise<ResolvedEffect> => {
  const auditId = newId('aud');
  const { resolved, changes } = await retryTransaction(deps, async (tx) =>
    resolveIn(deps, tx, resolve, auditId),
  );
  publishChanges(deps, changes);
  await deps.tellParents(changes.ended);
  return resolved;
};
