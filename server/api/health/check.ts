import { permitted } from '#server/api/trpc.ts';
import { engineHealth } from '#server/api/views/workspace-view.ts';
import { checkInvariants } from '#server/runtime/check-invariants.ts';
import { readHealthView } from './read-health-view.ts';

/** Looks at every invariant now, to the end, instead of waiting for the sweeper's next round. */
export const check = permitted('automation.read')
  .output(engineHealth)
  .mutation(async ({ ctx }) => {
    const { api } = ctx.services.pools;
    await checkInvariants(api);
    return readHealthView(api, ctx.orgId);
  });
