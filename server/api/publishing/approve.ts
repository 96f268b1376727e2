import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { approvePublish } from '#server/runtime/request-publish.ts';

export const approve = permitted('automation.publish')
  .input(z.object({ id: z.string().max(100) }))
  .mutation(async ({ ctx, input }) =>
    approvePublish(ctx.services.deps, { orgId: ctx.orgId, id: input.id, actor: ctx.actor }),
  );
