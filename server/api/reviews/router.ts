import { router } from '#server/api/trpc.ts';
import { list } from './list.ts';
import { resolve } from './resolve.ts';

export const reviewsRouter = router({ list, resolve });
