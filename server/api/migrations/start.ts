import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { migrationView } from '#server/api/views/migration-view.ts';
import { startMigration } from '#server/runtime/start-migration.ts';
import { automationIdOf } from '#server/api/automations/find-automation-id.ts';
import { askedOrder, completeOrder } from './complete-order.ts';
import { readMigration } from './read-migration.ts';

export const start = permitted('automation.publish')
  .input(
    askedOrder.extend({
      automationId: z.string().max(100),
      /** Made once per decision: asked again with the same one, nothing is started twice. */
      key: z.string().min(1).max(200),
    }),
  )
  .output(z.object({ migration: migrationView, duplicate: z.boolean() }))
  .mutation(async ({ ctx, input: { automationId: id, key, ...asked } }) => {
    const { services, orgId, actor } = ctx;
    const automationId = await automationIdOf(services, orgId, id);
    const order = await completeOrder(services, automationId, asked);
    const started = await startMigration(services.deps, { orgId, automationId, order, key, actor });
    const migration = await readMigration(services, orgId, started.id);
    return { migration, duplicate: started.duplicate };
  });
