import { router } from '#server/api/trpc.ts';
import { decide } from './decide.ts';
import { get } from './get.ts';
import { list } from './list.ts';

export const approvalsRouter = router({ list, get, decide });
