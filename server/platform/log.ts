import { pino, type Logger } from 'pino';
import { logLevel } from './env.ts';

/**
 * Logs hold ids and facts. What could hold a person's data or a secret is cut out by name, down to
 * the third level, so that a careless `log.info({ contact })` shows nothing.
 */
const SENSITIVE = [
  'authorization',
  'body',
  'content',
  'cookie',
  'credentials',
  'email',
  'html',
  'input',
  'output',
  'password',
  'payload',
  'phone',
  'request',
  'secret',
  'text',
  'token',
];

export type { Logger };

export const REDACT = {
  paths: SENSITIVE.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  censor: '[redacted]',
};

/** What an error may tell a log. The database's `detail` and `where` quote rows, which name people. */
interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

const MOST_CAUSES = 5;

export const describeError = (error: unknown, left = MOST_CAUSES): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Something was thrown.' };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(error.cause === undefined || left === 0
      ? {}
      : { cause: describeError(error.cause, left - 1) }),
  };
};

export const log: Logger = pino({
  level: logLevel(),
  base: { pid: process.pid },
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: REDACT,
  serializers: { err: (error: unknown) => describeError(error) },
});

/** A logger that says which part of the process is speaking. */
export const logFor = (part: string): Logger => log.child({ part });
