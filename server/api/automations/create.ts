import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { documentSchema } from '#server/engine/document.ts';
import { createAutomation } from '#server/runtime/create-automation.ts';

export const create = permitted('automation.edit')
  .input(z.object({ document: documentSchema }))
  .mutation(async ({ ctx, input }) =>
    createAutomation(ctx.services.deps, {
      orgId: ctx.orgId,
      document: input.document,
      actor: ctx.actor,
    }),
  );
