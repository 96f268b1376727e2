import { router } from '#server/api/trpc.ts';
import { get } from './get.ts';

export const healthRouter = router({ get });
