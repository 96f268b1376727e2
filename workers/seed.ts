/** The demo workspace, made once; calling it again changes nothing. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Env } from '#server/platform/env.ts';
import type { Secrets } from '#server/platform/secrets.ts';

export interface Login {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role: string;
}

interface SeedModule {
  seed(options: {
    readonly env: Env;
    readonly secrets: Secrets;
    readonly connectionString: string;
  }): Promise<{ readonly logins: readonly Login[] }>;
}

const SEED = path.resolve(import.meta.dirname, '../server/runtime/seed-demo.ts');

export const seedDemo = async (
  env: Env,
  secrets: Secrets,
  connectionString: string,
): Promise<readonly Login[]> => {
  if (!existsSync(SEED)) return [];
  const demo = (await import(SEED)) as SeedModule;
  return (await demo.seed({ env, secrets, connectionString })).logins;
};
