import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { setFourEyes as setFourEyesOf } from '#server/runtime/set-four-eyes.ts';

/** Whether publishing needs a second person. */
export const setFourEyes = permitted('workspace.configure')
  .input(z.object({ on: z.boolean() }))
  .mutation(async ({ ctx, input }) =>
    setFourEyesOf(ctx.services.deps, { orgId: ctx.orgId, on: input.on, actor: ctx.actor }),
  );
