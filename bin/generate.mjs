/** `npm run generate`: the Prisma client, made again when the schema has changed. */
import { prepare } from './toolchain.mjs';

await prepare();
