import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { replayRuns } from '#server/runtime/replay-runs.ts';

/** Failed runs go on from where they failed; says of each what became of it. */
export const replay = permitted('run.retry')
  .input(z.object({ ids: z.array(z.string().max(100)).min(1).max(100) }))
  .mutation(async ({ ctx, input }) =>
    replayRuns(ctx.services.deps, { orgId: ctx.orgId, actor: ctx.actor, runIds: input.ids }),
  );
