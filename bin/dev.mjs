/** `npm run dev`: the same as `npm start`, with watching instead of a build. */
import { prepare } from './toolchain.mjs';

process.env.NODE_ENV = 'development';
await prepare();

const { main } = await import('../workers/main.ts');
await main('all');
