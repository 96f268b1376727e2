import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { automationDetail } from '#server/api/views/automation-view.ts';
import { readAutomationDetail } from './read-automation-detail.ts';

export const get = permitted('automation.read')
  .input(z.object({ id: z.string().max(100), version: z.int().min(1).nullish() }))
  .output(automationDetail)
  .query(async ({ ctx, input }) =>
    readAutomationDetail(ctx.services, {
      orgId: ctx.orgId,
      id: input.id,
      version: input.version ?? null,
    }),
  );
