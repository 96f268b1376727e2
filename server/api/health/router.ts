import { router } from '#server/api/trpc.ts';
import { check } from './check.ts';
import { get } from './get.ts';

export const healthRouter = router({ check, get });
