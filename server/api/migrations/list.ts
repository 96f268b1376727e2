import { z } from 'zod';
import { decodeCursor, pageInput, pageOf, toPage } from '#server/api/page.ts';
import { permitted } from '#server/api/trpc.ts';
import { migrationView } from '#server/api/views/migration-view.ts';
import { listMigrations } from '#server/store/product-migrations.ts';
import { automationIdOf } from '#server/api/automations/find-automation-id.ts';
import { toMigrationView } from './read-migration.ts';

export const list = permitted('automation.read')
  .input(pageInput.extend({ automationId: z.string().max(100) }))
  .output(pageOf(migrationView))
  .query(async ({ ctx, input }) => {
    const rows = await listMigrations(ctx.services.reads, {
      automationId: await automationIdOf(ctx.services, ctx.orgId, input.automationId),
      before: decodeCursor(input.cursor),
      limit: input.limit + 1,
    });
    return toPage(rows.map(toMigrationView), input.limit, (item) => item.id);
  });
