import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';
import {
  NotAuthorisedError,
  OutcomeUnknownError,
  RetryableError,
  TerminalError,
} from '#server/platform/errors.ts';
import { failureOf, lostAnswer } from './classify-http.ts';
import type { Call } from './connector.ts';
import type { Outbound } from './outbound.ts';
import { ProviderReplyError } from './provider-reply.ts';
import { MAX_RETRY_AFTER_SECONDS } from './retry-after.ts';

const WHAT = 'Slack';
const REVOKED = new Set([
  'invalid_auth',
  'not_authed',
  'token_revoked',
  'token_expired',
  'account_inactive',
  'missing_scope',
  'no_permission',
  'org_login_required',
]);
/** Slack's own words for "something broke on our side", at whatever point. */
const UNCERTAIN = new Set([
  'internal_error',
  'fatal_error',
  'request_timeout',
  'service_unavailable',
]);

function fromPlatform(code: string, call: Call<unknown>): Error {
  const cause = new ProviderReplyError({ error: code });
  if (REVOKED.has(code)) {
    const name = call.connection?.name ?? 'slack';
    return new NotAuthorisedError(name, `Slack refused the credentials of “${name}” (${code}).`, {
      cause,
    });
  }
  if (code === 'ratelimited' || code === 'rate_limited') {
    return new RetryableError('Slack asks to slow down.', { cause });
  }
  if (UNCERTAIN.has(code)) {
    return new OutcomeUnknownError(call.key, `Slack broke off while working on it (${code}).`, {
      cause,
    });
  }
  return new TerminalError(`Slack refused the request (${code}).`, { cause });
}

function fromStatus(error: WebAPIHTTPError, call: Call<unknown>): Error {
  const answer = { status: error.statusCode, headers: new Headers(error.headers) };
  // Without idempotency keys, a server error may stand for a message that was posted.
  if (answer.status >= 500 && answer.status !== 503) {
    return new OutcomeUnknownError(call.key, `Slack answered ${answer.status}.`, {
      cause: new ProviderReplyError({ status: answer.status }),
    });
  }
  return failureOf(WHAT, answer, call);
}

/** What a failed call to Slack means for its effect. Slack's error codes are stable and carry no data. */
export function classifySlack(error: unknown, call: Call<unknown>, outbound: Outbound): Error {
  if (error instanceof WebAPIPlatformError) return fromPlatform(error.data.error, call);
  if (error instanceof WebAPIRateLimitedError) {
    return new RetryableError('Slack asks to slow down (429).', {
      retryAfterSeconds: Math.min(error.retryAfter, MAX_RETRY_AFTER_SECONDS),
      cause: new ProviderReplyError({ status: 429 }),
    });
  }
  if (error instanceof WebAPIHTTPError) return fromStatus(error, call);
  if (error instanceof WebAPIRequestError) return lostAnswer(WHAT, error.original, outbound, call);
  if (
    error instanceof TerminalError ||
    error instanceof RetryableError ||
    error instanceof NotAuthorisedError
  ) {
    return error;
  }
  return lostAnswer(WHAT, error, outbound, call);
}
