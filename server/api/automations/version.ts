import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { versionDetail } from '#server/api/views/version-view.ts';
import { readVersion } from './read-version.ts';

/** A published version: its document, and who published it when and why. */
export const version = permitted('automation.read')
  .input(z.object({ id: z.string().max(100), version: z.int().min(1) }))
  .output(versionDetail)
  .query(async ({ ctx, input }) => readVersion(ctx.services, ctx.orgId, input.id, input.version));
