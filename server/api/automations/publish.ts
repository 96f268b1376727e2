import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { publishAutomation } from '#server/runtime/publish-automation.ts';

export const publish = permitted('automation.publish')
  .input(
    z.object({
      id: z.string().max(100),
      /** Of the draft that the person looked at. */
      revision: z.int().min(1),
      note: z.string().trim().max(500).default(''),
    }),
  )
  .mutation(async ({ ctx, input }) =>
    publishAutomation(ctx.services.deps, {
      orgId: ctx.orgId,
      automationId: input.id,
      revision: input.revision,
      note: input.note,
      actor: ctx.actor,
    }),
  );
