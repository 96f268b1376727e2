import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { countHeld } from '#server/store/holds.ts';
import { automationIdOf } from './find-automation-id.ts';

/** Counted no further: one more than is ever said. */
const MOST = 1001;

/** How many runs are held with the automation, and of how many the wait came due meanwhile. */
export const held = permitted('automation.read')
  .input(z.object({ id: z.string().max(100) }))
  .output(z.object({ held: z.int(), due: z.int() }))
  .query(async ({ ctx, input }) =>
    countHeld(ctx.services.reads, await automationIdOf(ctx.services, ctx.orgId, input.id), MOST),
  );
