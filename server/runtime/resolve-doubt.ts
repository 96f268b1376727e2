import { promiseOf } from '#server/connectors/promise-of.ts';
import type { OpenConnection, Reconciled } from '#server/connectors/connector.ts';
import type { RunEvent } from '#server/engine/event.ts';
import { txOf } from '#server/platform/db.ts';
import { storable } from '#server/platform/storable.ts';
import { NotAuthorisedError, RetryableError } from '#server/platform/errors.ts';
import { findConnectionById, markUnauthorised } from '#server/store/connection-credentials.ts';
import type { EffectRow } from '#server/store/effects.ts';
import { settleEffect } from '#server/store/end-effect.ts';
import { openConnection } from './connection-seal.ts';
import { wentTo } from './effect-target.ts';
import { parked, type EffectWork, type Opened } from './effect-work.ts';
import { beginNext, beginUnlessSkipped } from './begin-next-attempt.ts';

const event = (happened: RunEvent): Opened => ({ kind: 'event', event: happened });

const askAPerson = (effect: EffectWork, known: EffectRow, message: string): Opened =>
  event({ kind: 'step_uncertain', visit: effect.work.visit, effectKey: known.key, message });

/** Nothing was learnt: look again later, and ask a person when the attempts are used up. */
const stillUnknown = (effect: EffectWork, message: string, retryAfterSeconds?: number): Opened =>
  event({
    kind: 'step_errored',
    visit: effect.work.visit,
    error: { code: 'outcome_unknown', message },
    retryable: true,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });

const ask = async (
  effect: EffectWork,
  known: EffectRow,
  connection: OpenConnection | null,
): Promise<Reconciled<unknown> | Opened> => {
  const { connector, signal } = effect;
  try {
    const call = { key: known.key, request: known.request, connection, signal };
    return (await connector.reconcile?.(call)) ?? { outcome: 'unknown', message: 'No way to ask.' };
  } catch (error) {
    if (error instanceof NotAuthorisedError && connection !== null) {
      const tx = txOf(effect.deps.pool);
      await markUnauthorised(tx, connection.id, error.message, connection.revision);
      return event(parked(effect.work, 'not_authorised', error.message, connection.id));
    }
    const after = error instanceof RetryableError ? error.retryAfterSeconds : undefined;
    return stillUnknown(effect, 'The provider could not be asked whether it happened.', after);
  }
};

/** Asks the provider what became of it, by our own id. */
const reconcile = async (
  effect: EffectWork,
  known: EffectRow,
  connection: OpenConnection | null,
): Promise<Opened | null> => {
  const answer = await ask(effect, known, connection);
  if ('kind' in answer) return answer;
  switch (answer.outcome) {
    case 'found': {
      const result = storable(answer.result);
      const settled = await settleEffect(txOf(effect.deps.pool), {
        key: known.key,
        token: known.token,
        actor: effect.worker.actor,
        result,
        reply: { reconciled: true },
        how: 'reconciled',
      });
      return settled ? { kind: 'settled', result } : null;
    }
    case 'absent':
      return beginUnlessSkipped(effect, known);
    case 'unknown':
      return stillUnknown(effect, answer.message);
  }
};

/** The connection of the attempt, if it still points at what the attempt was sent to. */
const formerConnection = async (
  effect: EffectWork,
  known: EffectRow,
): Promise<OpenConnection | null> => {
  const { deps, connector } = effect;
  if (known.connectionId === null) return null;
  const sealed = await findConnectionById(txOf(deps.pool), known.connectionId);
  if (sealed === null) return null;
  const former = openConnection(deps.secrets.credentialsKey, sealed);
  return wentTo(known, connector, former) ? former : null;
};

/**
 * The step's connection points elsewhere since: whoever is there knows neither key nor effect. The
 * one that was called is asked as long as it can be reached, or else a person is.
 */
const resolveElsewhere = async (effect: EffectWork, known: EffectRow): Promise<Opened | null> => {
  const former = await formerConnection(effect, known);
  if (former !== null && effect.connector.reconcile !== undefined) {
    return reconcile(effect, known, former);
  }
  const name = effect.connection?.name ?? '';
  const message = `“${name}” points elsewhere since the attempt was made, where nobody knows of it.`;
  return askAPerson(effect, known, message);
};

/**
 * An attempt may have happened. Uncertainty is never permission for a fresh effect: the provider
 * is given the same key while it remembers it, or asked, or else a person is.
 */
export const resolveDoubt = async (
  effect: EffectWork,
  known: EffectRow,
): Promise<Opened | null> => {
  const { connector, connection } = effect;
  if (!wentTo(known, connector, connection)) return resolveElsewhere(effect, known);
  const { idempotency } = promiseOf(connector, known.request);
  if (idempotency === 'key' && known.keyAlive) return beginNext(effect, known);
  if (connector.reconcile !== undefined) return reconcile(effect, known, connection);
  const message =
    idempotency === 'key'
      ? 'The provider has forgotten the key of the attempt, and cannot be asked.'
      : 'The provider takes no key and cannot be asked whether it happened.';
  return askAPerson(effect, known, message);
};
