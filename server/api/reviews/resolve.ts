import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { resolveEffect } from '#server/runtime/resolve-effect.ts';

export const resolve = permitted('review.resolve')
  .input(
    z.object({
      /** The effect's key. */
      key: z.string().max(500),
      outcome: z.enum(['happened', 'did_not_happen', 'stop']),
      result: z.record(z.string(), z.unknown()).optional(),
    }),
  )
  .mutation(async ({ ctx, input }) =>
    resolveEffect(ctx.services.deps, { orgId: ctx.orgId, actor: ctx.actor, ...input }),
  );
