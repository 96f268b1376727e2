import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { documentSchema } from '#server/engine/document.ts';
import { saveDraft as save } from '#server/runtime/save-draft.ts';

export const saveDraft = permitted('automation.edit')
  .input(z.object({ id: z.string().max(100), revision: z.int().min(1), document: documentSchema }))
  .mutation(async ({ ctx, input }) =>
    save(ctx.services.deps, {
      orgId: ctx.orgId,
      automationId: input.id,
      revision: input.revision,
      document: input.document,
      actor: ctx.actor,
    }),
  );
