import { z } from 'zod';
import { permitted } from '#server/api/trpc.ts';
import { decideApproval } from '#server/runtime/decide-approval.ts';
import { memberMayDecide } from '#server/runtime/permission-to-decide.ts';

/**
 * A refusal is an answer and not an error: the screen shows who decided, when and where. Who may
 * decide is judged inside the deciding transaction.
 */
export const decide = permitted('approval.read')
  .input(
    z.object({
      id: z.string().max(100),
      decision: z.enum(['approved', 'rejected']),
      /** Of the content that the person saw. */
      digest: z.string().min(1).max(200),
      comment: z.string().trim().max(2000).nullish(),
    }),
  )
  .mutation(async ({ ctx, input }) =>
    decideApproval(ctx.services.deps, {
      orgId: ctx.orgId,
      approvalId: input.id,
      decision: input.decision,
      digest: input.digest,
      via: 'inbox',
      actor: ctx.actor,
      comment: input.comment || null,
      mayDecide: memberMayDecide(ctx.viewer.userId),
    }),
  );
