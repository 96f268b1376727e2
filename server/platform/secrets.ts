/** Secrets that nobody set are generated once and kept in the data folder, readable by its owner. */
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { randomSecret } from './crypto.ts';
import type { Env } from './env.ts';

const fileSchema = z.object({
  authSecret: z.string().min(16),
  credentialsKey: z.string().regex(/^[0-9a-f]{64}$/),
  slackSigningSecret: z.string().min(16),
  inboundMailSecret: z.string().min(16),
});

export type Secrets = z.infer<typeof fileSchema> & { readonly apiKey: string };

/**
 * Two processes may start at once on an empty folder: the file is written aside and *linked* into
 * place, which only one of them can do; both then read what won.
 */
const readOrCreate = (file: string, create: () => string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const aside = `${file}.${process.pid}.${randomSecret(4)}`;
  writeFileSync(aside, create(), { mode: 0o600 });
  try {
    linkSync(aside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
  return readFileSync(file, 'utf8');
};

const generate = (): z.infer<typeof fileSchema> => ({
  authSecret: randomSecret(),
  credentialsKey: randomSecret(),
  slackSigningSecret: randomSecret(),
  inboundMailSecret: randomSecret(),
});

export const apiKeyFile = (dataDir: string): string => path.join(dataDir, 'api-key');

export const loadSecrets = (env: Env): Secrets => {
  mkdirSync(env.dataDir, { recursive: true });
  const text = readOrCreate(
    path.join(env.dataDir, 'secrets.json'),
    () => `${JSON.stringify(generate(), null, 2)}\n`,
  );
  const kept = fileSchema.parse(JSON.parse(text));
  return {
    authSecret: env.HOLDFAST_AUTH_SECRET ?? kept.authSecret,
    credentialsKey: env.HOLDFAST_CREDENTIALS_KEY ?? kept.credentialsKey,
    slackSigningSecret: env.HOLDFAST_SLACK_SIGNING_SECRET ?? kept.slackSigningSecret,
    inboundMailSecret: env.HOLDFAST_INBOUND_MAIL_SECRET ?? kept.inboundMailSecret,
    apiKey:
      env.HOLDFAST_API_KEY ??
      readOrCreate(apiKeyFile(env.dataDir), () => `hf_${randomSecret(24)}\n`).trim(),
  };
};

/** The first owner's password, where nobody comes in by the demo's: made when first asked for. */
export const ownerPassword = (env: Env): string =>
  readOrCreate(path.join(env.dataDir, 'owner-password'), () => `${randomSecret(12)}\n`).trim();
