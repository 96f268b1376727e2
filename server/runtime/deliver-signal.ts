import type { RuntimeDeps } from './deps.ts';

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

/**
 * Stores a signal and hands it to the wait that it answers, if one is open.
 * Throws AppError `invalid` for a payload that jsonb cannot hold.
 */
export const deliverSignal = async (
  _deps: RuntimeDeps,
  _signal: DeliverSignal,
): Promise<DeliveredSignal> => {
  throw new Error('Being written.');
};
