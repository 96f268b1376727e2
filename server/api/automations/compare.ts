import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { documentComparison } from '#server/api/views/version-view.ts';
import { readComparison } from './read-comparison.ts';

const side = z.union([z.int().min(1), z.literal('draft')]);

/** What differs between two versions, or a version and the draft, as a person reads it. */
export const compare = permitted('automation.read')
  .input(z.object({ id: z.string().max(100), from: side, to: side }))
  .output(documentComparison)
  .query(async ({ ctx, input }) => readComparison(ctx.services, ctx.orgId, input));
