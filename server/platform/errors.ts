/**
 * The closed set of ways in which work can fail. Expected outcomes are return values;
 * these are for what must unwind the stack. Each keeps its `cause`.
 */

export type AppErrorCode =
  | 'bad_request'
  | 'invalid'
  | 'unauthenticated'
  | 'bad_signature'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'stale_revision'
  | 'paused'
  | 'gone'
  | 'too_large'
  | 'unprocessable'
  | 'rate_limited'
  | 'not_ready'
  | 'internal';

/** Try again later; `retryAfterSeconds` is what the other side asked for, when it did. */
export class RetryableError extends Error {
  override readonly name = 'RetryableError';
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    options: { readonly retryAfterSeconds?: number | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Trying again would fail the same way. */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';

  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
  }
}

/** A connection's credential is missing, expired or revoked: a person has to reconnect it. */
export class NotAuthorisedError extends Error {
  override readonly name = 'NotAuthorisedError';
  readonly connection: string;

  constructor(connection: string, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.connection = connection;
  }
}

/** The outside world may or may not have done it. Never permission to do it afresh. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError';
  readonly effectKey: string;

  constructor(effectKey: string, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.effectKey = effectKey;
  }
}

/** The lease was lost: whoever holds it now goes on, and nothing of this may be written. */
export class StaleLeaseError extends Error {
  override readonly name = 'StaleLeaseError';
}

/** COMMIT was answered with ROLLBACK: an earlier statement had already aborted the transaction. */
export class TransactionAbortedError extends Error {
  override readonly name = 'TransactionAbortedError';

  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
  }
}

/** COMMIT was sent and its answer lost. Whoever retries must first look for its own work. */
export class CommitUnknownError extends Error {
  override readonly name = 'CommitUnknownError';

  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
  }
}

/** What a person or a machine calling us is told: a stable code, a sentence, and what to do. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: AppErrorCode;
  readonly hint: string | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(
    code: AppErrorCode,
    message: string,
    options: {
      readonly hint?: string | undefined;
      readonly details?: Readonly<Record<string, unknown>> | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
    this.details = options.details;
  }
}

/** SQLSTATEs after which the same transaction, run again from its start, may well succeed. */
const TRANSIENT_STATES = new Set([
  '25P03', // idle_in_transaction_session_timeout: our process stood still
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '55P03', // lock_not_available (lock_timeout)
  '53300', // too_many_connections
  '57014', // query_canceled (statement_timeout): undone by the server
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
]);

const TRANSIENT_SYSCALLS = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

const errorCode = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/** Did the database fail in a way that a rerun of the whole transaction can cure? */
export const isTransientDatabaseError = (error: unknown): boolean => {
  if (error instanceof TransactionAbortedError) return true;
  const code = errorCode(error);
  if (code !== undefined) {
    return TRANSIENT_STATES.has(code) || TRANSIENT_SYSCALLS.has(code) || code.startsWith('08');
  }
  // node-postgres reports a lost socket, and a pool without a free client, as plain Errors.
  return (
    error instanceof Error &&
    /^Connection terminated|^Client has encountered|^timeout exceeded when trying to connect/.test(
      error.message,
    )
  );
};

/** Is this a violation of the named UNIQUE or CHECK constraint (of any, when none is named)? */
export const isConstraintViolation = (error: unknown, constraint?: string): boolean => {
  const code = errorCode(error);
  if (code === undefined || !code.startsWith('23')) return false;
  if (constraint === undefined) return true;
  return (error as { constraint?: unknown }).constraint === constraint;
};

/** The message that a person may read, for anything that was thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** NUL in a text or in JSON, a number that no column holds, nesting beyond the database's. */
const VALUE_STATES = new Set(['22021', '22P05', '22003', '54001']);

/** A value from outside that the database cannot take, whatever the row. */
export const isUnstorableValue = (error: unknown): boolean => {
  const code = errorCode(error);
  return code !== undefined && VALUE_STATES.has(code);
};
