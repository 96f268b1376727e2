import {
  NotAuthorisedError,
  OutcomeUnknownError,
  RetryableError,
  TerminalError,
} from '#server/platform/errors.ts';
import type { Call } from './connector.ts';
import { BlockedAddressError, type Outbound } from './outbound.ts';
import { ProviderReplyError } from './provider-reply.ts';
import { retryAfterOf } from './retry-after.ts';

/** What is known of an answer that was no success. */
export interface FailedAnswer {
  readonly status: number;
  readonly headers: Headers;
}

/** Answers that only say "not now", so that the same request may succeed later. */
const TRY_AGAIN: ReadonlySet<number> = new Set([408, 423, 425, 429]);

/** Turns an answer into the failure that it means. `what` begins the sentence: "The CRM". */
export function failureOf(what: string, answer: FailedAnswer, call: Call<unknown>): Error {
  const { status, headers } = answer;
  const cause = new ProviderReplyError(replyOf(answer));
  if ((status === 401 || status === 403) && call.connection !== null) {
    return new NotAuthorisedError(
      call.connection.name,
      `${what} refused the credentials of “${call.connection.name}” (${status}).`,
      { cause },
    );
  }
  if (TRY_AGAIN.has(status) || status >= 500) {
    const message =
      status === 429 ? `${what} asks to slow down (429).` : `${what} answered ${status}.`;
    return new RetryableError(message, {
      retryAfterSeconds: retryAfterOf(headers, Date.now()),
      cause,
    });
  }
  if (status >= 300 && status < 400) {
    return new TerminalError(
      `${what} answered with a redirect (${status}), which is not followed.`,
      { cause },
    );
  }
  return new TerminalError(`${what} refused the request (${status}).`, { cause });
}

/** Status and the provider's own request id: enough to ask them about it. */
export function replyOf({ status, headers }: FailedAnswer): Record<string, unknown> {
  const requestId = headers.get('x-request-id') ?? headers.get('request-id');
  return { status, ...(requestId === null ? {} : { requestId: requestId.slice(0, 200) }) };
}

/** Error codes of the system and of undici, which name no data. */
function codeOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const { code } = at as { code?: unknown };
    if (typeof code === 'string') return code;
  }
  return undefined;
}

function isBlocked(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at instanceof BlockedAddressError) return true;
  }
  return false;
}

/** A call that ended without an answer: whether a connection came about decides what is known. */
export function lostAnswer(
  what: string,
  error: unknown,
  outbound: Outbound,
  call: Call<unknown>,
): Error {
  if (isBlocked(error)) {
    return new TerminalError(`${what} is at a private address, which cannot be called.`);
  }
  if (outbound.heldBack()) {
    return new RetryableError(`The time for the call had run out before ${what} was asked.`);
  }
  const code = codeOf(error);
  const suffix = code === undefined ? '' : ` (${code})`;
  const cause = new ProviderReplyError({ code: code ?? 'no_answer', sent: outbound.connected() });
  if (!outbound.connected()) {
    return new RetryableError(`${what} could not be reached${suffix}.`, { cause });
  }
  return new OutcomeUnknownError(
    call.key,
    `${what} was sent the request and gave no answer${suffix}.`,
    { cause },
  );
}

/** The same failure of a call that only reads: whatever became of it, it may simply be asked again. */
export function ofReading(error: Error): Error {
  return error instanceof OutcomeUnknownError
    ? new RetryableError(error.message, { cause: error.cause })
    : error;
}
