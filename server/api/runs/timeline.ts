import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { timelineItem } from '#server/api/views/run-view.ts';
import { readTimeline } from './read-timeline.ts';

/** At most this many entries per answer; ask again after the last one. */
const LIMIT = 500;

export const timeline = permitted('run.read')
  .input(z.object({ id: z.string().max(100), afterSeq: z.int().min(0).default(0) }))
  .output(z.array(timelineItem))
  .query(async ({ ctx, input }) =>
    readTimeline(ctx.services.reads, {
      orgId: ctx.orgId,
      runId: input.id,
      afterSeq: input.afterSeq,
      limit: LIMIT,
    }),
  );
