import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { migrationView } from '#server/api/views/migration-view.ts';
import { cancelMigration } from '#server/runtime/start-migration.ts';
import { readMigration } from './read-migration.ts';

/** Stops after the runs in hand. One that has ended before is answered as it is. */
export const cancel = permitted('automation.publish')
  .input(z.object({ id: z.string().max(100) }))
  .output(migrationView)
  .mutation(async ({ ctx, input }) => {
    const { services, orgId, actor } = ctx;
    await cancelMigration(services.deps, { orgId, id: input.id, actor });
    return readMigration(services, orgId, input.id);
  });
