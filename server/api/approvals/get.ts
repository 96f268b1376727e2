import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { approvalView } from '#server/api/views/run-view.ts';
import { AppError } from '#server/platform/errors.ts';
import { findApproval } from '#server/store/product-approvals.ts';

export const get = permitted('approval.read')
  .input(z.object({ id: z.string().max(100) }))
  .output(approvalView)
  .query(async ({ ctx, input }) => {
    const approval = await findApproval(ctx.services.reads, ctx.orgId, input.id);
    if (approval === null) throw new AppError('not_found', 'There is no such approval here.');
    return approval;
  });
