import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { findInGallery } from '#server/gallery/gallery.ts';
import { AppError } from '#server/platform/errors.ts';
import { createAutomation } from '#server/runtime/create-automation.ts';

/** A new automation with this one as its draft. */
export const use = permitted('automation.edit')
  .input(z.object({ key: z.string().max(100) }))
  .mutation(async ({ ctx, input }) => {
    const entry = findInGallery(input.key);
    if (entry === null) throw new AppError('not_found', 'The gallery has no such automation.');
    const { id } = await createAutomation(ctx.services.deps, {
      orgId: ctx.orgId,
      document: entry.document(ctx.viewer.email),
      actor: ctx.actor,
    });
    return { automationId: id };
  });
