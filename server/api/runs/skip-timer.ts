import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { skipTimer as skip } from '#server/runtime/skip-timer.ts';

export const skipTimer = permitted('run.skip')
  .input(z.object({ runId: z.string().max(100), timerId: z.string().max(100) }))
  .mutation(async ({ ctx, input }) => {
    await skip(ctx.services.deps, { orgId: ctx.orgId, actor: ctx.actor, ...input });
    return { skipped: true };
  });
