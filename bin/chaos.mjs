/** `npm run chaos`: servers restarted, workers paused and killed, connections cut, under load. */
import { prepare } from './toolchain.mjs';

await prepare();
process.env.LOG_LEVEL ??= 'silent';
const { runChaos } = await import('#server/crashlab/chaos/run-chaos.ts');
process.exit((await runChaos(process.argv.slice(2))) ? 0 : 1);
