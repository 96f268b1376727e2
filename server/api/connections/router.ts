import { router } from '#server/api/trpc.ts';
import { list } from './list.ts';
import { reconnect } from './reconnect.ts';

export const connectionsRouter = router({ list, reconnect });
