import { z } from 'zod';

export const publishRequestView = z.object({
  id: z.string(),
  automationId: z.string(),
  automationName: z.string(),
  /** Of the draft that it is about. */
  revision: z.number().int(),
  note: z.string(),
  status: z.enum(['waiting', 'approved', 'rejected', 'reset', 'withdrawn']),
  requestedBy: z.string(),
  requestedAt: z.date(),
  /** Asked for by whoever looks: they can take it back, and not answer it. */
  mine: z.boolean(),
  decidedBy: z.string().nullable(),
  decidedAt: z.date().nullable(),
  reason: z.string(),
  /** The version that an approval made. */
  version: z.number().int().nullable(),
});
export type PublishRequestView = z.infer<typeof publishRequestView>;

/** How an automation goes live, and what was last asked about it. */
export const publishingState = z.object({
  /** Whether a second person has to agree. */
  fourEyes: z.boolean(),
  /** The newest request, whatever became of it; null when none was ever made. */
  request: publishRequestView.nullable(),
  /** Names of the people who could answer whoever looks. */
  others: z.array(z.string()),
});
export type PublishingState = z.infer<typeof publishingState>;

export const workspaceSettings = z.object({
  name: z.string(),
  timezone: z.string(),
  fourEyes: z.boolean(),
  members: z.array(
    z.object({
      userId: z.string(),
      name: z.string(),
      email: z.string(),
      role: z.enum(['owner', 'editor', 'approver', 'viewer']),
    }),
  ),
});
export type WorkspaceSettings = z.infer<typeof workspaceSettings>;
