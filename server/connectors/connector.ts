import type { z } from 'zod';

/** What an outside system promises about a repeated call, from best to worst. */
export type Idempotency =
  /** It takes our key and returns the first result again. */
  | 'key'
  /** It can be searched by our own id before trying again. */
  | 'reconcile'
  /** Neither: after an unknown outcome only a person can say. */
  | 'none';

/** What holds for a repetition of one certain request. */
export interface RepeatPromise {
  readonly idempotency: Idempotency;
  readonly keyTtlSeconds: number | null;
}

/** A connection as a connector sees it: decrypted, for the length of one call. */
export interface OpenConnection {
  readonly id: string;
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly credentials: Readonly<Record<string, unknown>>;
  /** Another one once anything about the connection has changed. */
  readonly revision: string;
}

export interface Call<Request> {
  /** The effect key: the same on every attempt. */
  readonly key: string;
  /** The frozen request. */
  readonly request: Request;
  readonly connection: OpenConnection | null;
  /** Aborted when the worker has to stop or the effect's lease is about to end. */
  readonly signal: AbortSignal;
  /**
   * Whether the call is still its caller's to make, by the clock: asked in the very tick in which the
   * first byte that counts would leave. A process that stood still goes on where it stood, before any
   * of its timers could abort the signal. Absent for calls that hold no lease, such as probes.
   */
  readonly mayStillSend?: () => boolean;
}

export interface Performed<Result> {
  readonly result: Result;
  /** What the provider said, safe to show: status, ids, the last lines of a conversation. */
  readonly reply: Readonly<Record<string, unknown>>;
}

export type Reconciled<Result> =
  | { outcome: 'found'; result: Result }
  /** The provider answered, and it is certain that nothing was done. */
  | { outcome: 'absent' }
  | { outcome: 'unknown'; message: string };

/**
 * One outside system. `perform` classifies its own failures by throwing:
 * RetryableError (known not to have happened, try again), TerminalError (known, do not try again),
 * NotAuthorisedError (a person must reconnect), OutcomeUnknownError (it may have happened).
 * Anything else that it throws counts as an unknown outcome.
 */
export interface Connector<Request = unknown, Result = unknown> {
  readonly kind: string;
  readonly idempotency: Idempotency;
  /** How long the provider remembers a key, in seconds; null: for good, or no keys at all. */
  readonly keyTtlSeconds: number | null;
  /** Where the promise depends on what is asked, the two above are the best it can be. */
  readonly promiseOf?: (request: Request) => RepeatPromise;
  readonly request: z.ZodType<Request>;
  readonly result: z.ZodType<Result>;
  readonly perform: (call: Call<Request>) => Promise<Performed<Result>>;
  readonly reconcile?: (call: Call<Request>) => Promise<Reconciled<Result>>;
  /**
   * What a connection points at: address and account, as far as they are no secret. Where it has
   * changed, the other side knows nothing of an earlier attempt's key, and can say nothing about it.
   * Absent where a repetition harms nobody, wherever it goes.
   */
  readonly pointsAt?: (connection: OpenConnection) => readonly string[];
  /**
   * Whether the connection works now: reaches the other side and signs in, and changes nothing.
   * Throws as `perform` does, except OutcomeUnknownError: there is no outcome to be unsure of.
   */
  readonly probe?: (connection: OpenConnection, signal: AbortSignal) => Promise<void>;
  /** The result to record when a person says that it happened. */
  readonly assumeHappened: (request: Request, key: string) => Result;
}
