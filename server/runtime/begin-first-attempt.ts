import { promiseOf } from '#server/connectors/promise-of.ts';
import { canonicalJson } from '#server/engine/canonical-json.ts';
import { txOf, withTransaction, type Tx } from '#server/platform/db.ts';
import { sha256Hex } from '#server/platform/digest.ts';
import { isConstraintViolation } from '#server/platform/errors.ts';
import type { Prepared } from '#server/steps/executor.ts';
import {
  beginFirstAttempt,
  type BegunEffect,
  type EffectStart,
} from '#server/store/begin-effect.ts';
import { reserveSpend } from '#server/store/spend.ts';
import { makeStorable } from './json-safe.ts';
import { parked, type EffectWork, type Opened } from './effect-work.ts';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A send that was decided against is an outcome, with its reason beside the output. */
export const skipped = (
  effect: EffectWork,
  prepared: Extract<Prepared, { kind: 'skip' }>,
): Opened => {
  const { port, output, reason } = prepared;
  return {
    kind: 'event',
    event: {
      kind: 'step_completed',
      visit: effect.work.visit,
      port,
      output: makeStorable(isRecord(output) ? { ...output, reason } : { output, reason }),
    },
  };
};

const startOf = (effect: EffectWork, request: unknown): EffectStart => {
  const { step, key } = effect.work;
  return {
    key,
    orgId: step.orgId,
    runId: step.runId,
    stepId: step.stepId,
    iteration: step.iteration,
    connector: effect.connector.kind,
    connectionId: effect.connection?.id ?? null,
    request,
    requestDigest: sha256Hex(canonicalJson(request)),
    keyTtlSeconds: promiseOf(effect.connector, request).keyTtlSeconds,
    stepToken: step.token,
    owner: effect.worker.id,
    leaseSeconds: effect.deps.tuning.leaseSeconds,
  };
};

export const SPENT = 'spent';

const NOTHING_BEGUN = new Error('Nothing was begun, so nothing is reserved.');

/** Reserves what the call may cost and begins it, both or neither. */
export const reserveAndBegin = async (
  effect: EffectWork,
  prepared: Prepared,
  begin: (tx: Tx) => Promise<BegunEffect | null>,
): Promise<BegunEffect | null | typeof SPENT> => {
  const { pool } = effect.deps;
  const micros = prepared.kind === 'request' ? prepared.reserveMicros : undefined;
  if (micros === undefined) return begin(txOf(pool));
  const { step, key } = effect.work;
  const { orgId, runId } = step;
  const budget = effect.connector.kind;
  try {
    return await withTransaction(pool, async (tx) => {
      const reserved = await reserveSpend(tx, { effectKey: key, orgId, budget, runId, micros });
      if (!reserved) return SPENT;
      const begun = await begin(tx);
      if (begun === null) throw NOTHING_BEGUN;
      return begun;
    });
  } catch (error) {
    if (error === NOTHING_BEGUN) return null;
    throw error;
  }
};

export const outOfBudget = (effect: EffectWork): Opened => ({
  kind: 'event',
  event: parked(effect.work, 'budget_used_up', 'The budget for this kind of call is used up.'),
});

/** The effect's first attempt: prepare, freeze, begin. Null: someone was quicker, look again. */
export const beginFirst = async (effect: EffectWork): Promise<Opened | null> => {
  const { work, executor, context } = effect;
  const prepared = executor.prepare(context);
  if (prepared.kind === 'skip') return skipped(effect, prepared);
  if (prepared.kind === 'fail') {
    const { visit } = work;
    return {
      kind: 'event',
      event: { kind: 'step_errored', visit, error: prepared.error, retryable: false },
    };
  }
  const request = makeStorable(prepared.request);
  const since = performance.now();
  try {
    const start = startOf(effect, request);
    const begun = await reserveAndBegin(effect, prepared, async (tx) =>
      beginFirstAttempt(tx, start),
    );
    if (begun === SPENT) return outOfBudget(effect);
    if (begun !== null) return { kind: 'begun', ...begun, request, since };
    const { visit } = work;
    return { kind: 'event', event: { kind: 'attempt_released', visit, owner: effect.worker.id } };
  } catch (error) {
    if (isConstraintViolation(error, 'effects_pkey')) return null;
    throw error;
  }
};
