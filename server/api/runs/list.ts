import { z } from 'zod';
import { decodeCursor, pageInput, pageOf, toPage } from '#server/api/page.ts';
import { permitted } from '#server/api/trpc.ts';
import { runListItem, runStatus } from '#server/api/views/run-view.ts';
import { listRuns } from '#server/store/product-runs.ts';

const input = pageInput
  .extend({
    status: z.union([runStatus, z.array(runStatus).max(20)]).nullish(),
    automationId: z.string().max(100).nullish(),
    /** Of that automation; a test of a draft has one below 1. */
    version: z.int().nullish(),
    q: z.string().trim().max(200).nullish(),
  })
  .prefault({});

export const list = permitted('run.read')
  .input(input)
  .output(pageOf(runListItem))
  .query(async ({ ctx, input: asked }) => {
    const rows = await listRuns(ctx.services.reads, {
      orgId: ctx.orgId,
      statuses: asked.status == null ? null : [asked.status].flat(),
      automationId: asked.automationId ?? null,
      version: asked.version ?? null,
      search: asked.q || null,
      before: decodeCursor(asked.cursor),
      limit: asked.limit + 1,
    });
    return toPage(rows, asked.limit, (row) => row.id);
  });
