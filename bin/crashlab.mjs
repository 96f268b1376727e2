/** `npm run crashlab`: a worker killed, stopped and lied to at every line that a run passes. */
import { prepare } from './toolchain.mjs';

await prepare();
process.env.LOG_LEVEL ??= 'silent';
const { runCrashlab } = await import('#server/crashlab/run-crashlab.ts');
process.exit((await runCrashlab(process.argv.slice(2))) ? 0 : 1);
