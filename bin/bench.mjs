/** `npm run bench [part …]`: throughput, latency, parked runs and timers, beside the raw limits. */
import path from 'node:path';
import { prepare, ROOT } from './toolchain.mjs';

process.env.LOG_LEVEL ??= 'warn';
await prepare();
const { bench } = await import('../server/bench/bench.ts');
await bench(process.argv.slice(2), path.join(ROOT, '.data', 'bench.json'));
