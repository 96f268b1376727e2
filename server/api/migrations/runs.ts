import { z } from 'zod';
import { pageInput, pageOf } from '#server/api/page.ts';
import { permitted } from '#server/api/trpc.ts';
import { migrationRunView } from '#server/api/views/migration-view.ts';
import { readMigrationRuns } from './read-migration-runs.ts';

/** What became of each run, in the order of their ids. */
export const runs = permitted('automation.read')
  .input(
    pageInput.extend({
      id: z.string().max(100),
      status: migrationRunView.shape.status.nullish(),
    }),
  )
  .output(pageOf(migrationRunView))
  .query(async ({ ctx, input }) =>
    readMigrationRuns(ctx.services, {
      orgId: ctx.orgId,
      id: input.id,
      status: input.status ?? null,
      cursor: input.cursor ?? null,
      limit: input.limit,
    }),
  );
