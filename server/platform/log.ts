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

export const log: Logger = pino({
  level: logLevel(),
  base: { pid: process.pid },
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: REDACT,
});

/** A logger that says which part of the process is speaking. */
export const logFor = (part: string): Logger => log.child({ part });
