import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { cancelRun } from '#server/runtime/cancel-run.ts';

export const cancel = permitted('run.cancel')
  .input(
    z.object({
      id: z.string().max(100),
      reason: z.string().trim().max(500).nullish(),
      undo: z.boolean().default(false),
    }),
  )
  .mutation(async ({ ctx, input }) =>
    cancelRun(ctx.services.deps, {
      orgId: ctx.orgId,
      runId: input.id,
      actor: ctx.actor,
      reason: input.reason || null,
      undo: input.undo,
    }),
  );
