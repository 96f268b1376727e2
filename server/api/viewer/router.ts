import { router } from '#server/api/trpc.ts';
import { get } from './get.ts';

export const viewerRouter = router({ get });
