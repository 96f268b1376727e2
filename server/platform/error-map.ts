/** One table from our codes to HTTP and tRPC, so that the two never disagree. */
import {
  AppError,
  isUnstorableValue,
  messageOf,
  NotAuthorisedError,
  type AppErrorCode,
} from './errors.ts';

interface Mapping {
  readonly status: number;
  /** A key of tRPC's error codes. */
  readonly trpc:
    | 'BAD_REQUEST'
    | 'UNAUTHORIZED'
    | 'FORBIDDEN'
    | 'NOT_FOUND'
    | 'CONFLICT'
    | 'PRECONDITION_FAILED'
    | 'PAYLOAD_TOO_LARGE'
    | 'UNPROCESSABLE_CONTENT'
    | 'TOO_MANY_REQUESTS'
    | 'SERVICE_UNAVAILABLE'
    | 'INTERNAL_SERVER_ERROR';
  readonly title: string;
}

export const ERROR_MAP: Readonly<Record<AppErrorCode, Mapping>> = {
  bad_request: { status: 400, trpc: 'BAD_REQUEST', title: 'The request is malformed' },
  invalid: { status: 422, trpc: 'UNPROCESSABLE_CONTENT', title: 'The request is not valid' },
  unauthenticated: { status: 401, trpc: 'UNAUTHORIZED', title: 'Sign in first' },
  bad_signature: { status: 401, trpc: 'UNAUTHORIZED', title: 'The signature does not hold' },
  forbidden: { status: 403, trpc: 'FORBIDDEN', title: 'Not allowed' },
  not_found: { status: 404, trpc: 'NOT_FOUND', title: 'Not found' },
  conflict: { status: 409, trpc: 'CONFLICT', title: 'In conflict with the current state' },
  stale_revision: { status: 409, trpc: 'CONFLICT', title: 'Changed by someone else meanwhile' },
  paused: { status: 409, trpc: 'CONFLICT', title: 'Paused' },
  gone: { status: 410, trpc: 'PRECONDITION_FAILED', title: 'No longer open' },
  too_large: { status: 413, trpc: 'PAYLOAD_TOO_LARGE', title: 'Too large' },
  unprocessable: {
    status: 422,
    trpc: 'UNPROCESSABLE_CONTENT',
    title: 'Understood, but something needed is missing',
  },
  rate_limited: { status: 429, trpc: 'TOO_MANY_REQUESTS', title: 'Too many requests' },
  not_ready: { status: 503, trpc: 'SERVICE_UNAVAILABLE', title: 'Not ready' },
  internal: { status: 500, trpc: 'INTERNAL_SERVER_ERROR', title: 'Something went wrong here' },
};

/** What of any thrown thing may be told to the outside. Unknown errors keep their words inside. */
export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  if (error instanceof NotAuthorisedError) {
    return new AppError('conflict', error.message, {
      hint: `Reconnect ${error.connection}.`,
      cause: error,
    });
  }
  if (isUnstorableValue(error)) {
    return new AppError('bad_request', 'A value holds what no text or number here can hold.', {
      hint: 'Look for U+0000 and for numbers that are far too large.',
      cause: error,
    });
  }
  return new AppError('internal', 'Something went wrong on our side.', { cause: error });
};

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: AppErrorCode;
  readonly detail: string;
  readonly hint?: string;
  readonly [extension: string]: unknown;
}

export const PROBLEM_TYPE = 'application/problem+json';

/** RFC 9457. `details` become extension members; they cannot overwrite the standard ones. */
export const toProblem = (error: unknown): Problem => {
  const appError = toAppError(error);
  const { status, title } = ERROR_MAP[appError.code];
  return {
    ...appError.details,
    type: `urn:holdfast:problem:${appError.code.replaceAll('_', '-')}`,
    title,
    status,
    code: appError.code,
    detail: messageOf(appError),
    ...(appError.hint === undefined ? {} : { hint: appError.hint }),
  };
};

export const problemResponse = (error: unknown, headers: Record<string, string> = {}): Response => {
  const problem = toProblem(error);
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { ...headers, 'content-type': PROBLEM_TYPE },
  });
};
