import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { rejectPublish } from '#server/runtime/request-publish.ts';

export const reject = permitted('automation.publish')
  .input(z.object({ id: z.string().max(100), reason: z.string().trim().min(1).max(500) }))
  .mutation(async ({ ctx, input }) =>
    rejectPublish(ctx.services.deps, { orgId: ctx.orgId, actor: ctx.actor, ...input }),
  );
