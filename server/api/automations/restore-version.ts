import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { saveDraft } from '#server/runtime/save-draft.ts';
import { readVersion } from './read-version.ts';

/** An old version becomes the draft; nothing is published. A draft saved meanwhile is kept: 409. */
export const restoreVersion = permitted('automation.edit')
  .input(
    z.object({
      id: z.string().max(100),
      version: z.int().min(1),
      /** Of the draft that the person looked at. */
      revision: z.int().min(1),
    }),
  )
  .mutation(async ({ ctx, input }) => {
    const found = await readVersion(ctx.services, ctx.orgId, input.id, input.version);
    return saveDraft(ctx.services.deps, {
      orgId: ctx.orgId,
      automationId: found.automationId,
      revision: input.revision,
      document: found.document,
      actor: ctx.actor,
    });
  });
