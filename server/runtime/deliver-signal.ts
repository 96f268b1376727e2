import { isReservedSignal } from '#server/engine/reserved-signals.ts';
import { txOf, type Tx } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { insertReceipt } from '#server/store/receipts.ts';
import {
  lockSignalKeys,
  runThatConsumed,
  storeSignal,
  type SignalKey,
} from '#server/store/signals.ts';
import { retryTransaction } from './commit-advance.ts';
import type { RuntimeDeps } from './deps.ts';
import { assertStorable } from './assert-storable.ts';
import { matchSignals } from './match-signals.ts';

export interface DeliverSignal {
  readonly orgId: string;
  readonly name: string;
  readonly correlationKey: string;
  /** The sender's id of it: the same logical signal always comes with the same one. */
  readonly identity: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly source: 'signal' | 'inbound_email' | 'api';
}

export interface DeliveredSignal {
  readonly signalId: string;
  readonly duplicate: boolean;
  /** The run that consumed it; null while nobody waits for it. */
  readonly runId: string | null;
  readonly receiptId: string;
}

/** Holds the key's lock while storing and takes no run's lock: see `lockSignalKeys`. */
const store = async (
  tx: Tx,
  signal: DeliverSignal,
  ids: { readonly signalId: string; readonly receiptId: string },
): Promise<{ readonly id: string; readonly duplicate: boolean; readonly receiptId: string }> => {
  await lockSignalKeys(tx, [signal]);
  const stored = await storeSignal(tx, { ...signal, id: ids.signalId });
  const { receiptId } = ids;
  await insertReceipt(tx, {
    id: receiptId,
    orgId: signal.orgId,
    automationId: null,
    source: signal.source,
    result: stored.duplicate ? 'duplicate' : 'stored',
    runId: null,
    detail: stored.duplicate
      ? `Signal ${stored.id} came with the same identity.`
      : `Signal ${stored.id} was stored.`,
    startKey: null,
  });
  return { ...stored, receiptId };
};

/**
 * Stores a signal, then hands it to the wait that it answers, if one is open. A crash between the
 * two leaves a stored signal, which the next delivery or the sweep matches.
 * Throws AppError `invalid` for a payload that jsonb cannot hold, or a reserved name.
 */
export const deliverSignal = async (
  deps: RuntimeDeps,
  signal: DeliverSignal,
): Promise<DeliveredSignal> => {
  if (isReservedSignal(signal.name)) {
    throw new AppError('invalid', `Signals named “${signal.name}” cannot be sent.`, {
      hint: 'Use a name that does not begin with "slack.".',
    });
  }
  assertStorable(signal.payload, 'payload');
  assertStorable([signal.name, signal.correlationKey, signal.identity], 'signal');
  const ids = { signalId: newId('sig'), receiptId: newId('rcp') };
  const { id, duplicate, receiptId } = await retryTransaction(deps, async (tx) =>
    store(tx, signal, ids),
  );
  const key: SignalKey = {
    orgId: signal.orgId,
    name: signal.name,
    correlationKey: signal.correlationKey,
  };
  await matchSignals(deps, key);
  const runId = await runThatConsumed(txOf(deps.pool), id);
  return { signalId: id, duplicate, runId, receiptId };
};
