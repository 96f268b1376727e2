import { router } from '#server/api/trpc.ts';
import { list } from './list.ts';
import { use } from './use.ts';

export const galleryRouter = router({ list, use });
