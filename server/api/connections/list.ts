import { pageOf } from '#server/api/page.ts';
import { permitted } from '#server/api/trpc.ts';
import { connectionView } from '#server/api/views/workspace-view.ts';
import { listConnections } from '#server/store/product-connections.ts';

/** All of them: a workspace has a handful, and the store stops at 200. */
export const list = permitted('connection.read')
  .output(pageOf(connectionView))
  .query(async ({ ctx }) => ({
    items: await listConnections(ctx.services.reads, ctx.orgId),
    nextCursor: null,
  }));
