import { txOf, withTransaction } from '#server/platform/db.ts';
import { digest } from '#server/platform/digest.ts';
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

type Request = Extract<Prepared, { kind: 'request' }>;

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
    requestDigest: digest(request),
    keyTtlSeconds: effect.connector.keyTtlSeconds,
    stepToken: step.token,
    owner: effect.worker.id,
    leaseSeconds: effect.deps.tuning.leaseSeconds,
  };
};

/** Reserved and begun together, or neither; `spent` when the budget does not allow it. */
const begin = async (
  effect: EffectWork,
  prepared: Request,
  start: EffectStart,
): Promise<BegunEffect | null | 'spent'> => {
  const { pool } = effect.deps;
  const micros = prepared.reserveMicros;
  if (micros === undefined) return beginFirstAttempt(txOf(pool), start);
  return withTransaction(pool, async (tx) => {
    const { key, orgId, runId, connector } = start;
    const reservation = { effectKey: key, orgId, budget: connector, runId, micros };
    if (!(await reserveSpend(tx, reservation))) return 'spent';
    return beginFirstAttempt(tx, start);
  });
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
  const request = makeStorable(prepared.request);
  const since = performance.now();
  try {
    const begun = await begin(effect, prepared, startOf(effect, request));
    if (begun === 'spent') {
      const message = 'The budget for this kind of call is used up.';
      return { kind: 'event', event: parked(work, 'budget_used_up', message) };
    }
    if (begun !== null) return { kind: 'begun', ...begun, request, since };
    const { visit } = work;
    return { kind: 'event', event: { kind: 'attempt_released', visit, owner: effect.worker.id } };
  } catch (error) {
    if (isConstraintViolation(error, 'effects_pkey')) return null;
    throw error;
  }
};
