/**
 * What the web process holds open once: pools, Prisma, sign-in and secrets. Next may load a module
 * once per route bundle, so the instance lives on `globalThis` and not in a module variable.
 */
import { createAuth, type Auth } from '#server/auth/auth.ts';
import { closePools, createPools, txOf, type Pools, type Tx } from '#server/platform/db.ts';
import { env as processEnv, type Env } from '#server/platform/env.ts';
import { AppError } from '#server/platform/errors.ts';
import { createPrisma, type PrismaClient } from '#server/platform/prisma.ts';
import { loadSecrets, type Secrets } from '#server/platform/secrets.ts';
import type { RuntimeDeps } from '#server/runtime/deps.ts';
import { processDeps } from '#server/runtime/process-deps.ts';
import { announceRuns } from '#server/runtime/run-notices.ts';
import { createRunFeed, type RunFeed } from './runs/run-feed.ts';

export interface AppServices {
  readonly env: Env;
  readonly secrets: Secrets;
  readonly connectionString: string;
  readonly pools: Pools;
  /** For reads of screens and lists; each statement stands alone. */
  readonly reads: Tx;
  /** What the engine's use cases take. */
  readonly deps: RuntimeDeps;
  readonly prisma: PrismaClient;
  readonly auth: Auth;
  /** The process's one listener for changed runs, opened on first use. */
  readonly feed: () => RunFeed;
  stop(): Promise<void>;
}

const KEY = Symbol.for('holdfast.app-services');
const holder = globalThis as { [KEY]?: AppServices };

export interface ServicesOptions {
  readonly env: Env;
  readonly secrets: Secrets;
  readonly connectionString: string;
}

export const createServices = (options: ServicesOptions): AppServices => {
  const { env, secrets, connectionString } = options;
  const pools = createPools(connectionString, {
    engine: env.HOLDFAST_POOL_ENGINE,
    api: env.HOLDFAST_POOL_API,
  });
  const prisma = createPrisma(connectionString, env.HOLDFAST_POOL_API);
  const auth = createAuth({ env, secret: secrets.authSecret, prisma });
  const deps = processDeps(pools.engine, env, secrets);
  const stopAnnouncing = announceRuns({ pool: pools.api, hints: deps.hints });
  let feed: RunFeed | undefined;
  return {
    env,
    secrets,
    connectionString,
    pools,
    reads: txOf(pools.api),
    deps,
    prisma,
    auth,
    feed: () => (feed ??= createRunFeed({ connectionString })),
    stop: async () => {
      await feed?.stop();
      await stopAnnouncing();
      await Promise.all([closePools(pools), prisma.$disconnect()]);
    },
  };
};

/** The process's services, opened on first use. */
export const appServices = (): AppServices => {
  const existing = holder[KEY];
  if (existing !== undefined) return existing;
  const env = processEnv();
  if (env.DATABASE_URL === undefined) {
    throw new AppError('not_ready', 'No database is configured.', {
      hint: 'Start with "npm start", or set DATABASE_URL.',
    });
  }
  const services = createServices({
    env,
    secrets: loadSecrets(env),
    connectionString: env.DATABASE_URL,
  });
  holder[KEY] = services;
  return services;
};

/** Tests put the services of their own database here; `null` takes them away again. */
export const useServices = (services: AppServices | null): void => {
  if (services === null) delete holder[KEY];
  else holder[KEY] = services;
};
