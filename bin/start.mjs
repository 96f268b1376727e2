/** `npm start`: everything. `npm run start:web`, `npm run start:worker`: one process of it. */
import { prepare } from './toolchain.mjs';

process.env.NODE_ENV ??= 'production';
await prepare();

const role = process.argv[2] ?? 'all';
if (role !== 'worker') {
  const { buildIfStale } = await import('./build.mjs');
  if (!(await buildIfStale())) process.exit(1);
}
const { main } = await import('../workers/main.ts');
await main(role);
