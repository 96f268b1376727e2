import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { AppError } from '#server/platform/errors.ts';
import { readRunSample } from '#server/store/run-sample.ts';

/** What a past run began with, to try an automation with it: its input, and its contact as it is now. */
export const sampleFrom = permitted('run.read')
  .input(z.object({ runId: z.string().max(100) }))
  .query(async ({ ctx, input }) => {
    const sample = await readRunSample(ctx.services.reads, ctx.orgId, input.runId);
    if (sample === null) throw new AppError('not_found', 'There is no such run.');
    return sample;
  });
