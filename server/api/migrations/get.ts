import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { migrationView } from '#server/api/views/migration-view.ts';
import { readMigration } from './read-migration.ts';

/** With its progress. */
export const get = permitted('automation.read')
  .input(z.object({ id: z.string().max(100) }))
  .output(migrationView)
  .query(async ({ ctx, input }) => readMigration(ctx.services, ctx.orgId, input.id));
