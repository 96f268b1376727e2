import { decodeCursor, pageInput, pageOf, toPage } from '#server/api/page.ts';
import { permitted } from '#server/api/trpc.ts';
import { approvalView } from '#server/api/views/run-view.ts';
import { listApprovals } from '#server/store/product-approvals.ts';

const input = pageInput.extend({ status: approvalView.shape.status.nullish() }).prefault({});

export const list = permitted('approval.read')
  .input(input)
  .output(pageOf(approvalView))
  .query(async ({ ctx, input: asked }) => {
    const rows = await listApprovals(ctx.services.reads, {
      orgId: ctx.orgId,
      status: asked.status ?? null,
      before: decodeCursor(asked.cursor),
      limit: asked.limit + 1,
    });
    return toPage(rows, asked.limit, (row) => row.id);
  });
