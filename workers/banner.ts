import path from 'node:path';
import type { Env } from '#server/platform/env.ts';
import { apiKeyFile } from '#server/platform/secrets.ts';
import type { DemoLogin } from '#server/runtime/seed-demo.ts';

const relative = (file: string): string => {
  const short = path.relative(process.cwd(), file);
  return short.startsWith('..') ? file : short;
};

const frame = (lines: readonly string[]): string =>
  ['', ...lines.map((line) => (line === '' ? '' : `  ${line}`)), ''].join('\n');

/** What a person needs to know once everything runs. */
export const banner = (
  env: Env,
  role: 'all' | 'web' | 'worker',
  logins: readonly DemoLogin[],
): string => {
  if (role === 'worker') return frame(['A worker of Holdfast runs.', '', 'Ctrl-C stops it.']);
  const apiKey =
    env.HOLDFAST_API_KEY === undefined ? relative(apiKeyFile(env.dataDir)) : 'HOLDFAST_API_KEY';
  return frame([
    `Holdfast runs at ${env.appUrl}`,
    '',
    ...logins.map(
      ({ email, password, role: may }) => `Log in as  ${email}  /  ${password}  (${may})`,
    ),
    `API key    ${apiKey}`,
    `Data       ${relative(env.dataDir)}`,
    '',
    role === 'all'
      ? 'Ctrl-C stops all of it; starting again finds every run where it was.'
      : 'Ctrl-C stops it. Runs need a worker too: npm run start:worker.',
  ]);
};
