import { z } from 'zod';
import { documentSchema } from '#server/engine/document.ts';
import {
  CLOSED_RUN_STATUSES,
  CLOSED_STEP_STATUSES,
  OPEN_RUN_STATUSES,
  OPEN_STEP_STATUSES,
} from '#server/engine/state.ts';

const at = z.date();
const json = z.unknown();

export const runStatus = z.enum([...OPEN_RUN_STATUSES, ...CLOSED_RUN_STATUSES]);

export const stepStatus = z.enum([...OPEN_STEP_STATUSES, ...CLOSED_STEP_STATUSES]);

export const runListItem = z.object({
  id: z.string(),
  automationId: z.string(),
  automationName: z.string(),
  version: z.number().int(),
  contactName: z.string().nullable(),
  contactEmail: z.string().nullable(),
  status: runStatus,
  outcome: z.string().nullable(),
  isTest: z.boolean(),
  /** Names of the steps that it stands on. */
  currentSteps: z.array(z.object({ stepId: z.string(), name: z.string(), status: stepStatus })),
  /** Of a failed run: the step that failed last, and its last error's sentence. */
  failure: z
    .object({ stepId: z.string(), name: z.string(), message: z.string().nullable() })
    .nullable(),
  /** When it goes on by itself, or the deadline of what it waits for. */
  dueAt: at.nullable(),
  startedAt: at,
  finishedAt: at.nullable(),
  /** Since when it is held with its automation; null when it is not. */
  heldAt: at.nullable(),
});
export type RunListItem = z.infer<typeof runListItem>;

export const runStepView = z.object({
  stepId: z.string(),
  iteration: z.number().int(),
  kind: z.string(),
  status: stepStatus,
  attempt: z.number().int(),
  port: z.string().nullable(),
  enteredAt: at,
  startedAt: at.nullable(),
  finishedAt: at.nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  reason: z
    .object({
      code: z.string(),
      message: z.string(),
      connectionId: z.string().optional(),
      effectKey: z.string().optional(),
    })
    .nullable(),
  output: json,
});
export type RunStepView = z.infer<typeof runStepView>;

export const timerView = z.object({
  id: z.string(),
  stepId: z.string().nullable(),
  iteration: z.number().int().nullable(),
  purpose: z.enum(['wait', 'retry', 'deadline', 'budget']),
  rule: json,
  zone: z.string(),
  spreadSeconds: z.number().int(),
  dueAt: at,
  firedAt: at.nullable(),
  cancelledAt: at.nullable(),
});
export type TimerView = z.infer<typeof timerView>;

export const effectView = z.object({
  key: z.string(),
  runId: z.string(),
  stepId: z.string(),
  iteration: z.number().int(),
  connector: z.string(),
  status: z.enum([
    'claimed',
    'in_flight',
    'settled',
    'outcome_unknown',
    'needs_review',
    'abandoned',
  ]),
  attempts: z.number().int(),
  firstAttemptAt: at.nullable(),
  lastAttemptAt: at.nullable(),
  owner: z.string().nullable(),
  settledAt: at.nullable(),
  request: json,
  result: json,
  providerReply: json,
});
export type EffectView = z.infer<typeof effectView>;

export const approvalView = z.object({
  id: z.string(),
  runId: z.string(),
  stepId: z.string(),
  iteration: z.number().int(),
  digest: z.string(),
  content: z.string(),
  status: z.enum(['open', 'decided', 'expired', 'cancelled', 'superseded']),
  assignees: z.array(z.string()),
  channel: z.enum(['slack', 'inbox']),
  deadline: at,
  deadlineThen: z.string(),
  decision: z.enum(['approved', 'rejected']).nullable(),
  decidedBy: z.string().nullable(),
  decidedVia: z.enum(['slack', 'inbox', 'api']).nullable(),
  decidedAt: at.nullable(),
  comment: z.string().nullable(),
  createdAt: at,
  automationName: z.string(),
  stepName: z.string(),
  contactName: z.string().nullable(),
  contactEmail: z.string().nullable(),
  isTest: z.boolean(),
});
export type ApprovalView = z.infer<typeof approvalView>;

export const timelineItem = z.object({
  seq: z.number().int(),
  at,
  type: z.string(),
  stepId: z.string().nullable(),
  iteration: z.number().int().nullable(),
  attempt: z.number().int().nullable(),
  actor: z.string(),
  /** The actor as a person would say it: a member's name, "Due sweep", "worker-1". */
  actorLabel: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type TimelineItem = z.infer<typeof timelineItem>;

export const runDetail = z.object({
  id: z.string(),
  automation: z.object({
    id: z.string(),
    name: z.string(),
    liveVersion: z.number().int().nullable(),
  }),
  /** The one that it is on now; see `run.migrated` in the timeline for those before. */
  version: z.number().int(),
  document: documentSchema,
  /** Steps of versions before that `document` does not have; only of a run that was moved. */
  formerSteps: z.array(z.object({ id: z.string(), name: z.string(), kind: z.string() })).optional(),
  status: runStatus,
  outcome: z.string().nullable(),
  isTest: z.boolean(),
  contact: z
    .object({
      id: z.string(),
      name: z.string().nullable(),
      email: z.string().nullable(),
      timezone: z.string().nullable(),
    })
    .nullable(),
  startKey: z.string(),
  startedAt: at,
  finishedAt: at.nullable(),
  stepsUsed: z.number().int(),
  maxSteps: z.number().int(),
  expiresAt: at,
  /** The run that started it. */
  parent: z.object({ runId: z.string(), automationName: z.string() }).nullable(),
  /** The runs that it started, in that order. */
  children: z.array(
    z.object({
      runId: z.string(),
      stepId: z.string(),
      iteration: z.number().int(),
      automationName: z.string(),
      status: runStatus,
    }),
  ),
  /** Since when it is held with its automation, and who paused that; null when it is not. */
  held: z.object({ at, by: z.string() }).nullable(),
  cancel: z.object({ at, by: z.string(), reason: z.string().nullable() }).nullable(),
  /** Who asked to stop it and to undo what it had done. */
  undo: z.object({ by: z.string(), reason: z.string().nullable() }).nullable(),
  input: json,
  steps: z.array(runStepView),
  timers: z.array(timerView),
  effects: z.array(effectView),
  approvals: z.array(approvalView),
  subscriptions: z.array(
    z.object({
      stepId: z.string(),
      iteration: z.number().int(),
      signal: z.string(),
      open: z.boolean(),
    }),
  ),
  timeline: z.array(timelineItem),
  /** The database's time when this was read. */
  now: at,
  /** What the reader may do. */
  can: z.object({
    cancel: z.boolean(),
    skipTimer: z.boolean(),
    /** Try a step of it again, where one stands still or failed. */
    retry: z.boolean(),
    decide: z.boolean(),
    review: z.boolean(),
  }),
});
export type RunDetail = z.infer<typeof runDetail>;

export const reviewItem = z.object({
  effect: effectView,
  runId: z.string(),
  automationName: z.string(),
  version: z.number().int(),
  stepName: z.string(),
  stepKind: z.string(),
  contactName: z.string().nullable(),
  contactEmail: z.string().nullable(),
  /** Since when a person is needed. */
  since: at,
  message: z.string(),
});
export type ReviewItem = z.infer<typeof reviewItem>;
