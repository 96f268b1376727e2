import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { setAutomationStatus } from '#server/runtime/pause-automation.ts';

export const setStatus = permitted('automation.pause')
  .input(z.object({ id: z.string().max(100), status: z.enum(['active', 'paused', 'archived']) }))
  .mutation(async ({ ctx, input }) =>
    setAutomationStatus(ctx.services.deps, {
      orgId: ctx.orgId,
      automationId: input.id,
      status: input.status,
      actor: ctx.actor,
    }),
  );
