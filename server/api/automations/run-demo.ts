import { permitted } from '#server/api/trpc.ts';
import { runDemo as start } from '#server/runtime/run-demo.ts';

/** Sends the demo form once more, with Maya's sample contact and an event id of its own. */
export const runDemo = permitted('run.start').mutation(async ({ ctx }) =>
  start(ctx.services.deps, ctx.orgId),
);
