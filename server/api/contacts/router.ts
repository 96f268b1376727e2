import { router } from '#server/api/trpc.ts';
import { list } from './list.ts';

export const contactsRouter = router({ list });
