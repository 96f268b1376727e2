import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { retryStep as retry } from '#server/runtime/retry-step.ts';

export const retryStep = permitted('run.retry')
  .input(
    z.object({
      runId: z.string().max(100),
      stepId: z.string().max(100),
      iteration: z.int().min(1),
    }),
  )
  .mutation(async ({ ctx, input }) => {
    await retry(ctx.services.deps, { orgId: ctx.orgId, actor: ctx.actor, ...input });
    return { retried: true };
  });
