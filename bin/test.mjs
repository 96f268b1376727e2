/**
 * `npm test`: everything, on a fresh clone too. Static checks, then unit and database tests on a
 * real Postgres, then the product in a browser. Arguments go to vitest, which then runs alone:
 * `npm test -- server/engine`.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { prepare, ROOT, run } from './toolchain.mjs';

await prepare();

const vitest = async (args) =>
  run('vitest', ['run', '--config', '.config/vitest.config.ts', ...args], {
    env: { LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent' },
  });

const browserTests = async () => {
  if (!existsSync(path.join(ROOT, 'e2e'))) return true;
  const { findBrowser } = await import('./find-browser.mjs');
  const { buildIfStale } = await import('./build.mjs');
  const browser = await findBrowser();
  if (browser === undefined) {
    console.error('No browser could be found or installed; the browser tests did not run.');
    return false;
  }
  if (!(await buildIfStale())) return false;
  return run('playwright', ['test', '--config', '.config/playwright.config.ts'], {
    env: { HOLDFAST_BROWSER: browser },
  });
};

const args = process.argv.slice(2);
if (args.length > 0) process.exit((await vitest(args)) ? 0 : 1);

const { runChecks } = await import('./checks.mjs');
const results = [await runChecks(), await vitest([]), await browserTests()];
const passed = results.every(Boolean);
console.log(passed ? '\nAll checks and tests passed.' : '\nNot everything passed; see above.');
process.exit(passed ? 0 : 1);
