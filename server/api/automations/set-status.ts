import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { setAutomationStatus } from '#server/runtime/pause-automation.ts';
import { statusChange } from './status-change.ts';

export const setStatus = permitted('automation.pause')
  .input(statusChange.extend({ id: z.string().max(100) }))
  .mutation(async ({ ctx, input }) =>
    setAutomationStatus(ctx.services.deps, {
      orgId: ctx.orgId,
      automationId: input.id,
      status: input.status,
      holdRuns: input.holdRuns,
      waits: input.waits,
      spreadHours: input.spreadHours,
      actor: ctx.actor,
    }),
  );
