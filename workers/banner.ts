import path from 'node:path';
import type { Env } from '#server/platform/env.ts';
import { apiKeyFile } from '#server/platform/secrets.ts';
import type { DemoLogin } from '#server/runtime/seed-demo.ts';

const relative = (file: string): string => {
  const short = path.relative(process.cwd(), file);
  return short.startsWith('..') ? file : short;
};

/** What a person needs to know once everything runs. */
export const banner = (env: Env, logins: readonly DemoLogin[]): string => {
  const apiKey =
    env.HOLDFAST_API_KEY === undefined ? relative(apiKeyFile(env.dataDir)) : 'HOLDFAST_API_KEY';
  return [
    '',
    `  Holdfast runs at ${env.appUrl}`,
    '',
    ...logins.map(
      ({ email, password, role }) => `  Log in as  ${email}  /  ${password}  (${role})`,
    ),
    `  API key    ${apiKey}`,
    `  Data       ${relative(env.dataDir)}`,
    '',
    '  Ctrl-C stops all of it; starting again finds every run where it was.',
    '',
  ].join('\n');
};
