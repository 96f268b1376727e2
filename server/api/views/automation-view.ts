import { z } from 'zod';
import { documentSchema } from '#server/engine/document.ts';

const at = z.date();

export const problemView = z.object({
  severity: z.enum(['error', 'warning']),
  code: z.string(),
  stepId: z.string().nullable(),
  field: z.string().nullable(),
  message: z.string(),
});

export const automationListItem = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  /** What a marketer reads: live, held up by a lost connection, paused, or never published. */
  state: z.enum(['live', 'parked', 'paused', 'draft', 'archived']),
  /** The second line under the state: who paused it, what to reconnect, problems to fix. */
  stateNote: z.string().nullable(),
  version: z.number().int().nullable(),
  waiting: z.number().int(),
  needsReview: z.number().int(),
  failedToday: z.number().int(),
  /** Runs started on each of the last 14 days, oldest first. */
  started: z.array(z.number().int()).length(14),
  publishedAt: at.nullable(),
  publishedBy: z.string().nullable(),
  draftChanges: z.number().int(),
});
export type AutomationListItem = z.infer<typeof automationListItem>;

export const automationsSummary = z.object({
  waiting: z.number().int(),
  nextWakeAt: at.nullable(),
  needsReview: z.number().int(),
  oldestReview: z.object({ since: at, who: z.string() }).nullable(),
  failedToday: z.number().int(),
  lostConnections: z.array(
    z.object({ name: z.string(), label: z.string(), parkedRuns: z.number().int() }),
  ),
});
export type AutomationsSummary = z.infer<typeof automationsSummary>;

export const versionView = z.object({
  version: z.number().int(),
  publishedAt: at,
  publishedBy: z.string(),
  note: z.string(),
  live: z.boolean(),
  openRuns: z.number().int(),
});

export const receiptView = z.object({
  id: z.string(),
  at,
  source: z.string(),
  result: z.enum([
    'accepted',
    'duplicate',
    'bad_signature',
    'paused',
    'invalid',
    'stored',
    'skipped',
    'missed',
  ]),
  runId: z.string().nullable(),
  detail: z.string(),
});
export type ReceiptView = z.infer<typeof receiptView>;

export const automationDetail = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  state: automationListItem.shape.state,
  stateNote: z.string().nullable(),
  liveVersion: z.number().int().nullable(),
  draft: documentSchema,
  draftRevision: z.number().int(),
  draftChanged: z.boolean(),
  /** Step ids of today and of all saved drafts before: none of them is given to a new step. */
  usedStepIds: z.array(z.string()),
  /** The document of the version that was asked for, else the live one; null before publishing. */
  shownVersion: z.number().int().nullable(),
  shownDocument: documentSchema.nullable(),
  problems: z.array(problemView),
  /** Open runs standing on each step, by step id, over all versions. */
  headCounts: z.record(z.string(), z.number().int()),
  versions: z.array(versionView),
  hookUrl: z.string().nullable(),
  hookSigned: z.boolean(),
  receipts: z.array(receiptView),
  /** A payload that suits the trigger, for test runs. */
  samplePayload: z.record(z.string(), z.unknown()),
});
export type AutomationDetail = z.infer<typeof automationDetail>;
