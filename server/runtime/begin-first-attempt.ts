import { promiseOf } from '#server/connectors/promise-of.ts';
import { canonicalJson } from '#server/engine/canonical-json.ts';
import { txOf, withTransaction, type Tx } from '#server/platform/db.ts';
import { sha256Hex } from '#server/platform/digest.ts';
import { isConstraintViolation } from '#server/platform/errors.ts';
import { storable } from '#server/platform/storable.ts';
import type { Prepared } from '#server/steps/executor.ts';
import {
  beginFirstAttempt,
  NO_SLOT,
  type Begun,
  type EffectStart,
} from '#server/store/begin-effect.ts';
import { BUDGET_USED_UP, readBudgetEnd, reserveSpend } from '#server/store/spend.ts';
import { effectTarget } from './effect-target.ts';
import { parked, putOff, spreadMs, type EffectWork, type Opened } from './effect-work.ts';

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
      output: storable(isRecord(output) ? { ...output, reason } : { output, reason }),
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
    connectionTarget: effectTarget(effect.connector, effect.connection),
    request,
    requestDigest: sha256Hex(canonicalJson(request)),
    keyTtlSeconds: promiseOf(effect.connector, request).keyTtlSeconds,
    stepToken: step.token,
    owner: effect.worker.id,
    leaseSeconds: effect.deps.tuning.leaseSeconds,
  };
};

export const SPENT = 'spent';

/** What waited for a new period comes back over ten minutes. */
const PERIOD_SPREAD_MS = 600_000;

/** How long until another look for a free slot, at least; twice that at most. */
const SLOT_MS = 500;

/** Nothing was begun, so nothing may stay reserved: undoes the transaction and carries the answer. */
class NothingBegun extends Error {
  readonly answer: null | typeof NO_SLOT;

  constructor(answer: null | typeof NO_SLOT) {
    super('Nothing was begun.');
    this.answer = answer;
  }
}

/** Reserves what the call may cost and begins it, both or neither. */
export const reserveAndBegin = async (
  effect: EffectWork,
  prepared: Prepared,
  begin: (tx: Tx) => Promise<Begun>,
): Promise<Begun | typeof SPENT> => {
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
      if (begun === null || begun === NO_SLOT) throw new NothingBegun(begun);
      return begun;
    });
  } catch (error) {
    if (error instanceof NothingBegun) return error.answer;
    throw error;
  }
};

/** Claimed past the connection's cap (a straight continuation, or two claimers at once). */
export const untilSlotIsFree = (effect: EffectWork): Opened => {
  const name = effect.connection?.name ?? '';
  return putOff(effect, effect.call.now + SLOT_MS + spreadMs(effect, SLOT_MS), {
    code: 'connection_busy',
    message: `“${name}” already has as many calls under way as it allows.`,
  });
};

/**
 * Nothing is left to pay for the call. At no cost in attempts the step waits for the next period,
 * or stands until the limit is raised; the budget sweep brings it back sooner when there is room.
 */
export const outOfBudget = async (effect: EffectWork): Promise<Opened> => {
  const { orgId } = effect.work.step;
  const until = await readBudgetEnd(txOf(effect.deps.pool), orgId, effect.connector.kind);
  const error = {
    code: BUDGET_USED_UP,
    message: 'The budget for this kind of call is used up.',
  };
  if (until !== null) return putOff(effect, until + spreadMs(effect, PERIOD_SPREAD_MS), error);
  return { kind: 'event', event: parked(effect.work, error.code, error.message) };
};

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
  const request = storable(prepared.request);
  const since = performance.now();
  try {
    const start = startOf(effect, request);
    const begun = await reserveAndBegin(effect, prepared, async (tx) =>
      beginFirstAttempt(tx, start),
    );
    if (begun === SPENT) return await outOfBudget(effect);
    if (begun === NO_SLOT) return untilSlotIsFree(effect);
    if (begun !== null) return { kind: 'begun', ...begun, request, since };
    const { visit } = work;
    return { kind: 'event', event: { kind: 'attempt_released', visit, owner: effect.worker.id } };
  } catch (error) {
    if (isConstraintViolation(error, 'effects_pkey')) return null;
    throw error;
  }
};
