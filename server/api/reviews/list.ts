import { decodeCursor, pageInput, pageOf, toPage } from '#server/api/page.ts';
import { permitted } from '#server/api/trpc.ts';
import { reviewItem } from '#server/api/views/run-view.ts';
import { listReviews } from '#server/store/product-reviews.ts';

export const list = permitted('review.read')
  .input(pageInput.prefault({}))
  .output(pageOf(reviewItem))
  .query(async ({ ctx, input }) => {
    const rows = await listReviews(ctx.services.reads, {
      orgId: ctx.orgId,
      after: decodeCursor(input.cursor),
      limit: input.limit + 1,
    });
    return toPage(rows, input.limit, (row) => row.effect.key);
  });
