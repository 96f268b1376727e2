import { z } from 'zod';

/** The buttons' action ids in Slack. */
export const APPROVE_ACTION = 'approval_approve';
export const REJECT_ACTION = 'approval_reject';

/**
 * What a button's value, a signed token, says. It binds the press to one request for one text: on a
 * changed draft, a later request or another run it means nothing. Who presses is checked apart.
 */
export const buttonTokenSchema = z.object({
  approvalId: z.string(),
  runId: z.string(),
  stepId: z.string(),
  iteration: z.number(),
  digest: z.string(),
  decision: z.enum(['approved', 'rejected']),
});
export type ButtonToken = z.output<typeof buttonTokenSchema>;
