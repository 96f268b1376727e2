import { navigationCounts } from '#server/api/views/workspace-view.ts';
import { countForNavigation } from '#server/store/product-counts.ts';
import { forMembers } from '#server/api/trpc.ts';

export const counts = forMembers
  .output(navigationCounts)
  .query(async ({ ctx }) => countForNavigation(ctx.services.reads, ctx.orgId));
