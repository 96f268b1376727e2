import { z } from 'zod';
import { startContactInput } from '#server/api/start-contact-input.ts';
import { permitted } from '#server/api/trpc.ts';
import { startByHand } from '#server/runtime/start-by-hand.ts';

export const startRun = permitted('run.start')
  .input(
    z.object({
      id: z.string().max(100),
      contact: startContactInput.nullish(),
      input: z.record(z.string(), z.unknown()).nullish(),
      test: z.boolean().default(false),
    }),
  )
  .mutation(async ({ ctx, input }) =>
    startByHand(ctx.services.deps, {
      orgId: ctx.orgId,
      automationId: input.id,
      contact: input.contact ?? undefined,
      input: input.input ?? {},
      isTest: input.test,
      trigger: 'manual',
      actor: ctx.actor,
    }),
  );
