/**
 * The supervisor behind `npm start`: database, migrations, seed, then the processes. It stops them
 * in reverse: children first, Postgres last.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readEnv, type Env } from '#server/platform/env.ts';
import { onStopSignal } from '#server/platform/lifecycle.ts';
import { migrate } from '#server/platform/migrate.ts';
import { loadSecrets } from '#server/platform/secrets.ts';
import { claimDataFolder } from '#server/platform/single-instance.ts';
import { supervise, type Child } from '#server/platform/supervise.ts';
import { seed, seedIfEmpty, type DemoLogin, type SeedOptions } from '#server/runtime/seed-demo.ts';
import { banner } from './banner.ts';
import { findDatabase, openDatabase, type Database } from './database.ts';

export type Role = 'all' | 'web' | 'worker';
type Part = 'sandbox' | 'worker' | 'web';

const partsOf = (role: Role, env: Env): readonly Part[] => {
  if (role !== 'all') return [role];
  return env.HOLDFAST_SANDBOX === 'on' ? ['sandbox', 'worker', 'web'] : ['worker', 'web'];
};

const startPart = (part: Part, env: Env, databaseUrl: string): Child =>
  supervise({
    name: part,
    script: path.join(import.meta.dirname, `${part}.ts`),
    execArgv: env.NODE_ENV === 'development' && part !== 'web' ? ['--watch'] : [],
    env: {
      ...process.env,
      NODE_ENV: env.NODE_ENV,
      DATABASE_URL: databaseUrl,
      HOLDFAST_DATA_DIR: env.dataDir,
      HOLDFAST_SANDBOX: env.HOLDFAST_SANDBOX,
    },
    killAfterMs: (env.HOLDFAST_GRACE_SECONDS + 5) * 1000,
  });

/** Ends in the reverse of the order in which things began, whatever had begun by then. */
const stopInReverse = async (stops: (() => Promise<void> | void)[]): Promise<void> => {
  for (const stop of stops.splice(0).toReversed()) await stop();
};

/** Who can sign in at first. Workers make nobody: a web process does, where there is nobody yet. */
const seedFor = async (role: Role, options: SeedOptions): Promise<readonly DemoLogin[]> => {
  if (role === 'worker') return [];
  return (await (role === 'all' ? seed : seedIfEmpty)(options)).logins;
};

const boot = async (role: Role, env: Env, stops: (() => Promise<void> | void)[]): Promise<void> => {
  if (role === 'all') {
    const claim = claimDataFolder(env.dataDir, env.appUrl);
    if (claim.kind === 'taken') {
      throw new Error(
        `Holdfast already runs on ${env.dataDir} (process ${claim.by.pid}, ${claim.by.appUrl}). ` +
          'Stop it first, or choose another folder with HOLDFAST_DATA_DIR.',
      );
    }
    stops.push(claim.release);
  }
  const secrets = loadSecrets(env);
  const database: Database = role === 'all' ? await openDatabase(env) : await findDatabase(env);
  stops.push(async () => database.stop());
  await migrate(database.url);
  const logins = await seedFor(role, { env, secrets, connectionString: database.url });
  const parts = partsOf(role, env).filter((part) =>
    existsSync(path.join(import.meta.dirname, `${part}.ts`)),
  );
  const children = parts.map((part) => startPart(part, env, database.url));
  stops.push(async () => {
    await Promise.all(children.map(async (child) => child.stop()));
  });
  await Promise.all(children.map(async (child) => child.ready));
  console.log(banner(env, role, logins));
};

export const main = async (role: Role): Promise<void> => {
  const env = readEnv(process.env, role === 'all' ? { HOLDFAST_SANDBOX: 'on' } : {});
  const stops: (() => Promise<void> | void)[] = [];
  let booting: Promise<void> = Promise.resolve();
  onStopSignal(async () => {
    // Stops what runs even while more is starting; the second pass takes what came meanwhile.
    await stopInReverse(stops);
    await booting.catch(() => undefined);
    await stopInReverse(stops);
  });
  booting = boot(role, env, stops);
  try {
    await booting;
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : String(error)}\n`);
    await stopInReverse(stops);
    process.exit(1);
  }
};
