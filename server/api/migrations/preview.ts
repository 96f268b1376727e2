import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { migrationPreview, type MigrationPreview } from '#server/api/views/migration-view.ts';
import { previewMigration } from '#server/runtime/preview-migration.ts';
import { automationIdOf } from '#server/api/automations/find-automation-id.ts';
import { askedOrder, completeOrder } from './complete-order.ts';

export const preview = permitted('automation.publish')
  .input(askedOrder.extend({ automationId: z.string().max(100) }))
  .output(migrationPreview)
  .query(async ({ ctx, input: { automationId: id, ...asked } }): Promise<MigrationPreview> => {
    const automationId = await automationIdOf(ctx.services, ctx.orgId, id);
    const { actor } = ctx;
    const order = await completeOrder(ctx.services, automationId, asked);
    const seen = await previewMigration(ctx.services.deps, { automationId, order, actor });
    return { automationId, from: order.from, to: order.to, ...seen };
  });
