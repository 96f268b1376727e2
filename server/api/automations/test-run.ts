import { z } from 'zod';
import { startContactInput } from '#server/api/start-contact-input.ts';
import { permitted } from '#server/api/trpc.ts';
import { startTestRun } from '#server/runtime/start-test-run.ts';

/** A run of the draft, or of a version, whose effects go to the sandbox. */
export const testRun = permitted('run.start')
  .input(
    z.object({
      id: z.string().max(100),
      of: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('draft') }),
        z.object({ kind: z.literal('version'), version: z.int().min(1) }),
      ]),
      contact: startContactInput.nullish(),
      input: z.record(z.string(), z.unknown()).nullish(),
    }),
  )
  .mutation(async ({ ctx, input }) => {
    const { runId, duplicate } = await startTestRun(ctx.services.deps, {
      orgId: ctx.orgId,
      automationId: input.id,
      of: input.of,
      contact: input.contact ?? undefined,
      input: input.input ?? {},
      actor: ctx.actor,
    });
    return { runId, duplicate };
  });
