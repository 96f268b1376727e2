/** `npm run bench [part …]`: throughput, latency, parked runs, timers and the editor. */
import path from 'node:path';
import { prepare, ROOT } from './toolchain.mjs';

process.env.LOG_LEVEL ??= 'warn';
await prepare();

const parts = process.argv.slice(2);

/** The editor is measured as users have it: built, and in a real browser. */
const browserForEditor = async () => {
  if (parts.length > 0 && !parts.includes('editor')) return undefined;
  const { findBrowser } = await import('./find-browser.mjs');
  const { buildIfStale } = await import('./build.mjs');
  const browser = await findBrowser();
  if (browser === undefined) throw new Error('No browser was found to measure the editor in');
  if (!(await buildIfStale())) process.exit(1);
  return browser;
};

const browser = await browserForEditor();
const { bench } = await import('../server/bench/bench.ts');
await bench(parts, path.join(ROOT, '.data', 'bench.json'), browser);
