import type { Performed } from '#server/connectors/connector.ts';
import type { RunEvent } from '#server/engine/event.ts';
import { promiseOf } from '#server/connectors/promise-of.ts';
import { providerReplyOf } from '#server/connectors/provider-reply.ts';
import {
  messageOf,
  NotAuthorisedError,
  OutcomeUnknownError,
  RetryableError,
  TerminalError,
} from '#server/platform/errors.ts';
import { storable, storableText } from '#server/platform/storable.ts';
import { crashPoint } from '#server/platform/crash-point.ts';
import { noteConnectionFailure, noteConnectionSuccess } from '#server/store/connection-breaker.ts';
import { markUnauthorised } from '#server/store/connection-credentials.ts';
import { doubtEffect, failEffect, settleEffect } from '#server/store/end-effect.ts';
import { releaseSpend } from '#server/store/spend.ts';
import { findEffect } from '#server/store/effects.ts';
import { completeEffect } from './complete-effect.ts';
import { patientTx } from './patient-tx.ts';
import { parked, type EffectWork, type Opened } from './effect-work.ts';

/** What a provider says may hold anything; it must not keep its own failure from being recorded. */
const replyOf = (error: unknown): Readonly<Record<string, unknown>> | null =>
  storable(providerReplyOf(error)) as Readonly<Record<string, unknown>> | null;

type Begun = Extract<Opened, { kind: 'begun' }>;

const failed = (
  effect: EffectWork,
  code: string,
  message: string,
  retryAfterSeconds?: number,
): RunEvent => ({
  kind: 'step_errored',
  visit: effect.work.visit,
  error: { code, message },
  retryable: code !== 'rejected',
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});

/** It may have happened: nothing is tried before that is resolved, which the next attempt does. */
const recordDoubt = async (effect: EffectWork, begun: Begun, error: unknown): Promise<RunEvent> => {
  const { key, visit } = effect.work;
  const { actor } = effect.worker;
  const message =
    error instanceof OutcomeUnknownError
      ? storableText(error.message)
      : 'The call broke off without an answer.';
  const reply = replyOf(error);
  await doubtEffect(patientTx(effect.deps), { key, token: begun.token, actor, message, reply });
  const canBeResolved =
    promiseOf(effect.connector, begun.request).idempotency === 'key' ||
    effect.connector.reconcile !== undefined;
  if (canBeResolved) return failed(effect, 'outcome_unknown', message);
  return { kind: 'step_uncertain', visit, effectKey: key, message };
};

/** A provider that fails or cannot be reached counts; one that refuses the request works. */
const tellBreaker = async (effect: EffectWork, error: unknown): Promise<void> => {
  const id = effect.connection?.id;
  // Interrupted by us: says nothing of the provider.
  if (id === undefined || effect.signal.aborted) return;
  const tx = patientTx(effect.deps);
  if (error instanceof NotAuthorisedError) return;
  if (error instanceof TerminalError) await noteConnectionSuccess(tx, id);
  else await noteConnectionFailure(tx, id, messageOf(error));
};

/** Writes down how the call failed, and says what follows for the step. */
const recordFailure = async (
  effect: EffectWork,
  begun: Begun,
  error: unknown,
): Promise<RunEvent> => {
  const tx = patientTx(effect.deps);
  const { key } = effect.work;
  const message = storableText(messageOf(error));
  const reply = replyOf(error);
  const failure = { key, token: begun.token, actor: effect.worker.actor, message, reply };
  await tellBreaker(effect, error);
  if (error instanceof RetryableError) {
    await failEffect(tx, { ...failure, code: 'unavailable' }, 'claimed');
    return failed(effect, 'unavailable', message, error.retryAfterSeconds);
  }
  if (error instanceof TerminalError) {
    await failEffect(tx, { ...failure, code: 'rejected' }, 'abandoned');
    await releaseSpend(tx, key);
    return failed(effect, 'rejected', message);
  }
  if (error instanceof NotAuthorisedError) {
    await failEffect(tx, { ...failure, code: 'not_authorised' }, 'claimed');
    const { connection } = effect;
    if (connection !== null) {
      await markUnauthorised(tx, connection.id, message, connection.revision);
    }
    return parked(effect.work, 'not_authorised', message, connection?.id);
  }
  return recordDoubt(effect, begun, error);
};

const settle = async (
  effect: EffectWork,
  begun: Begun,
  performed: Performed<unknown>,
): Promise<RunEvent> => {
  const tx = patientTx(effect.deps);
  const { key, visit } = effect.work;
  const result = storable(performed.result);
  const settled = await settleEffect(tx, {
    key,
    token: begun.token,
    actor: effect.worker.actor,
    result,
    reply: storable(performed.reply) as Readonly<Record<string, unknown>>,
    how: 'performed',
  });
  crashPoint('effect.after_settle', key);
  const id = effect.connection?.id;
  if (id !== undefined) await noteConnectionSuccess(tx, id);
  if (settled) return completeEffect(effect, result);
  // Settled all the same: by us, before an answer of the database was lost, or by whoever asked the
  // provider about this very attempt.
  const known = await findEffect(tx, key);
  if (known?.status === 'settled' && known.token === begun.token) {
    return completeEffect(effect, known.result);
  }
  // A newer attempt began: it was free to, so the provider knows the key. Its answer counts.
  return { kind: 'attempt_released', visit, owner: effect.worker.id };
};

const notCalled = async (effect: EffectWork, begun: Begun): Promise<RunEvent> => {
  const { key, visit } = effect.work;
  const { actor, id: owner } = effect.worker;
  const message = 'The time for the call had run out before it was made.';
  const failure = { key, token: begun.token, actor, code: 'not_called', message };
  await failEffect(patientTx(effect.deps), failure, 'claimed');
  return { kind: 'attempt_released', visit, owner };
};

/** Calls the provider, outside any transaction, under the effect's own lease. */
export const performAttempt = async (effect: EffectWork, begun: Begun): Promise<RunEvent> => {
  const { held } = effect.worker;
  const { key } = effect.work;
  const lease = { key, token: begun.token };
  const abort = new AbortController();
  const isHeld = held.holdEffect(lease, begun.since, abort);
  const signal = AbortSignal.any([effect.signal, abort.signal]);
  // A process that stood still (a blocked loop, a stopped machine) may come to the call long after
  // its lease: someone else may have called since.
  const mayStillSend = (): boolean => !signal.aborted && isHeld();
  try {
    crashPoint('effect.before_call', key);
    if (!mayStillSend()) return await notCalled(effect, begun);
    const { connection } = effect;
    const call = { key, request: begun.request, connection, signal, mayStillSend };
    let performed: Performed<unknown>;
    try {
      performed = await effect.connector.perform(call);
    } catch (error) {
      return await recordFailure(effect, begun, error);
    }
    crashPoint('effect.after_call', key);
    return await settle(effect, begun, performed);
  } finally {
    held.releaseEffect(lease);
  }
};
