import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { publishRequestView } from '#server/api/views/publishing-view.ts';
import { listWaitingPublishRequests } from '#server/store/product-publish-requests.ts';
import { toRequestView } from './to-request-view.ts';

/** More than anybody answers in a sitting. */
const MOST = 100;

/** Requests of the workspace that wait for an answer, oldest first. */
export const list = permitted('automation.read')
  .output(z.object({ items: z.array(publishRequestView) }))
  .query(async ({ ctx }) => {
    const rows = await listWaitingPublishRequests(ctx.services.reads, ctx.orgId, MOST);
    return { items: rows.map((row) => toRequestView(row, ctx.actor)) };
  });
