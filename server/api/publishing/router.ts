import { router } from '#server/api/trpc.ts';
import { approve } from './approve.ts';
import { get } from './get.ts';
import { list } from './list.ts';
import { reject } from './reject.ts';
import { request } from './request.ts';
import { withdraw } from './withdraw.ts';

export const publishingRouter = router({ get, list, request, approve, reject, withdraw });
