/** The only reader of the environment. Every variable is described here and in the README. */
import path from 'node:path';
import { z } from 'zod';

const count = (fallback: number, min = 1) => z.coerce.number().int().min(min).default(fallback);

const flag = z
  .enum(['0', '1', 'true', 'false', ''])
  .optional()
  .transform((value) => value === '1' || value === 'true');

const secret = z.string().min(16).optional();

export const envSchema = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('production')
    .describe('Set by the commands themselves.'),
  PORT: count(3000).describe('Port of the web app.'),
  APP_URL: z
    .url()
    .optional()
    .describe('Public address, used in links. Default: http://localhost:PORT.'),
  DATABASE_URL: z
    .string()
    .startsWith('postgres')
    .optional()
    .describe('Postgres 15 or newer. Without it, an embedded Postgres runs in the data folder.'),
  HOLDFAST_DATA_DIR: z
    .string()
    .default('.data')
    .describe('Where the embedded database, generated secrets and the API key are kept.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('How much the processes say.'),

  HOLDFAST_AUTH_SECRET: secret.describe('Signs sessions. Generated on first start when not set.'),
  HOLDFAST_CREDENTIALS_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .describe('64 hex digits; encrypts connection credentials. Generated when not set.'),
  HOLDFAST_SLACK_SIGNING_SECRET: secret.describe(
    'Verifies Slack requests. Generated for the sandbox when not set.',
  ),
  HOLDFAST_INBOUND_MAIL_SECRET: secret.describe(
    'Verifies the inbound mail webhook. Generated when not set.',
  ),
  HOLDFAST_API_KEY: secret.describe(
    'Key of the REST API. Generated into <data folder>/api-key when not set.',
  ),

  HOLDFAST_SANDBOX: z
    .enum(['on', 'off'])
    .default('off')
    .describe(
      'Run the sandbox services (SMTP, Slack, model, CRM) and the demo workspace. "npm start" turns it on unless told otherwise; parts started by themselves leave it off.',
    ),
  SANDBOX_PORT: count(4600).describe('Port of the sandbox HTTP services.'),
  SANDBOX_SMTP_PORT: count(4625).describe('Port of the sandbox SMTP server.'),

  HOLDFAST_LEASE_SECONDS: count(30, 2).describe(
    'How long a claimed step may go without a heartbeat.',
  ),
  HOLDFAST_LANE_FAST: count(32).describe('Steps of the fast lane at once, per worker.'),
  HOLDFAST_LANE_IO: count(16).describe('Steps of the io lane at once, per worker.'),
  HOLDFAST_LANE_SLOW: count(4).describe(
    'Steps of the slow lane (model calls) at once, per worker.',
  ),
  HOLDFAST_POLL_MS: count(1000, 10).describe('Longest wait between looks for work without a hint.'),
  HOLDFAST_SWEEP_MS: count(2000, 50).describe(
    'Time between two sweeps for due timers and lost leases.',
  ),
  HOLDFAST_GRACE_SECONDS: count(20, 0).describe('How long a stopping worker lets steps finish.'),
  HOLDFAST_POOL_ENGINE: count(10).describe('Connections of the engine pool, per process.'),
  HOLDFAST_POOL_API: count(10).describe('Connections of the API pool, per process.'),

  HOLDFAST_ALLOW_PRIVATE_ADDRESSES: flag.describe(
    'Let the HTTP step call private addresses. For development only.',
  ),
});

export type Env = z.infer<typeof envSchema> & {
  readonly appUrl: string;
  readonly dataDir: string;
};

type Source = Readonly<Record<string, string | undefined>>;

/** An empty variable counts as not set. */
const withoutEmpty = (source: Source): Source =>
  Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));

/**
 * Reads and checks the environment; `defaults` stand in for what it does not set.
 * Throws an Error that names every variable that is not usable.
 */
export const readEnv = (source: Source = process.env, defaults: Source = {}): Env => {
  const parsed = envSchema.safeParse({ ...defaults, ...withoutEmpty(source) });
  if (!parsed.success) {
    throw new Error(`The environment is not usable:\n${z.prettifyError(parsed.error)}`);
  }
  const data = parsed.data;
  return {
    ...data,
    appUrl: (data.APP_URL ?? `http://localhost:${data.PORT}`).replace(/\/$/, ''),
    dataDir: path.resolve(data.HOLDFAST_DATA_DIR),
  };
};

let cached: Env | undefined;

/** The process's environment, read once. */
export const env = (): Env => (cached ??= readEnv());

/** Logging starts before the rest is known to be valid, so it reads its one variable leniently. */
export const logLevel = (): string =>
  envSchema.shape.LOG_LEVEL.safeParse(process.env['LOG_LEVEL'] || undefined).data ?? 'info';
