import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { duplicateAutomation } from '#server/runtime/duplicate-automation.ts';

/** A new automation with this one's draft. */
export const duplicate = permitted('automation.edit')
  .input(z.object({ id: z.string().max(100) }))
  .mutation(async ({ ctx, input }) =>
    duplicateAutomation(ctx.services.deps, {
      orgId: ctx.orgId,
      automationId: input.id,
      actor: ctx.actor,
    }),
  );
