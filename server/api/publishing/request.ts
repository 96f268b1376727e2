import { z } from 'zod';
import { automationIdOf } from '#server/api/automations/find-automation-id.ts';
import { permitted } from '#server/api/trpc.ts';
import { requestPublish } from '#server/runtime/request-publish.ts';

export const request = permitted('automation.publish')
  .input(
    z.object({
      automationId: z.string().max(100),
      /** Of the draft that the person looked at. */
      revision: z.int().min(1),
      note: z.string().trim().max(500).default(''),
    }),
  )
  .mutation(async ({ ctx, input }) =>
    requestPublish(ctx.services.deps, {
      orgId: ctx.orgId,
      automationId: await automationIdOf(ctx.services, ctx.orgId, input.automationId),
      revision: input.revision,
      note: input.note,
      actor: ctx.actor,
    }),
  );
