import { permitted } from '#server/api/trpc.ts';
import { automationsSummary } from '#server/api/views/automation-view.ts';
import { summariseAutomations } from '#server/store/product-counts.ts';

export const summary = permitted('automation.read')
  .output(automationsSummary)
  .query(async ({ ctx }) => summariseAutomations(ctx.services.reads, ctx.orgId));
