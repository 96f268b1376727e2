import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { runsPerStep as view, type RunsPerStep } from '#server/api/views/version-view.ts';
import { readStanding } from '#server/store/product-standing.ts';
import { readVersion } from './read-version.ts';

/** Where the open runs of a version stand. */
export const runsPerStep = permitted('automation.read')
  .input(z.object({ id: z.string().max(100), version: z.int().min(1) }))
  .output(view)
  .query(async ({ ctx, input }): Promise<RunsPerStep> => {
    const found = await readVersion(ctx.services, ctx.orgId, input.id, input.version);
    const { total, capped, steps } = await readStanding(
      ctx.services.reads,
      found.automationId,
      input.version,
    );
    return {
      version: input.version,
      total,
      capped,
      steps: steps.map(({ stepId, runs }) => ({ stepId, runs })),
    };
  });
