import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { migrationProposal } from '#server/api/views/migration-view.ts';
import { automationIdOf } from '#server/api/automations/find-automation-id.ts';
import { proposeMigration } from './propose-migration.ts';

export const propose = permitted('automation.publish')
  .input(
    z.object({
      automationId: z.string().max(100),
      from: z.int().min(1),
      to: z.int().min(1),
    }),
  )
  .output(migrationProposal)
  .query(async ({ ctx, input }) => {
    const automationId = await automationIdOf(ctx.services, ctx.orgId, input.automationId);
    return proposeMigration(ctx.services, { ...input, automationId });
  });
