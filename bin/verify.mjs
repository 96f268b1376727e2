/** `npm run verify`: format, lint, types, layers, dead code, unit and database tests. */
import { prepare, run } from './toolchain.mjs';

await prepare();
const { runChecks } = await import('./checks.mjs');
const checked = await runChecks();
const tested = await run('vitest', ['run', '--config', '.config/vitest.config.ts'], {
  env: { LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent' },
});
process.exit(checked && tested ? 0 : 1);
