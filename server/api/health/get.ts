import { permitted } from '#server/api/trpc.ts';
import { engineHealth } from '#server/api/views/workspace-view.ts';
import { readHealthView } from './read-health-view.ts';

export const get = permitted('automation.read')
  .output(engineHealth)
  .query(async ({ ctx }) => readHealthView(ctx.services.pools.api, ctx.orgId));
