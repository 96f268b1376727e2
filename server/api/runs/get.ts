import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { runDetail } from '#server/api/views/run-view.ts';
import { readRunDetail } from './read-run-detail.ts';

export const get = permitted('run.read')
  .input(z.object({ id: z.string().max(100) }))
  .output(runDetail)
  .query(async ({ ctx, input }) => readRunDetail(ctx.services, ctx.viewer, input.id));
