import { z } from '@hono/zod-openapi';
import {
  approvalView,
  effectView,
  runStatus,
  stepStatus,
  timerView,
} from '#server/api/views/run-view.ts';

/** JSON has no dates: RFC 3339 in UTC. */
export const at = z.iso.datetime();

const json = z.unknown();

export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    /** Stable: what programs should branch on. */
    code: z.string(),
    detail: z.string(),
    /** What to do about it. */
    hint: z.string().optional(),
  })
  .loose()
  .openapi('Problem');

export const documentProblemSchema = z
  .object({
    severity: z.enum(['error', 'warning']),
    code: z.string(),
    stepId: z.string().nullable(),
    field: z.string().nullable(),
    message: z.string(),
  })
  .openapi('DocumentProblem');

export const automationSchema = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    status: z.enum(['active', 'paused', 'archived']),
    /** The version that new runs start on; null before the first publish. */
    version: z.int().nullable(),
    draftRevision: z.int(),
    publishedAt: at.nullable(),
    /** Only for webhook triggers. */
    hookUrl: z.string().optional(),
  })
  .openapi('Automation');

export const currentStepSchema = z.object({
  stepId: z.string(),
  name: z.string(),
  status: stepStatus,
});

export const runSummarySchema = z
  .object({
    id: z.string(),
    automationId: z.string(),
    automationName: z.string(),
    version: z.int(),
    status: runStatus,
    outcome: z.string().nullable(),
    isTest: z.boolean(),
    contact: z.object({ name: z.string().nullable(), email: z.string().nullable() }).nullable(),
    currentSteps: z.array(currentStepSchema),
    failure: z
      .object({ stepId: z.string(), name: z.string(), message: z.string().nullable() })
      .nullable()
      .openapi({ description: 'Of a failed run: the step that failed last, and why' }),
    dueAt: at.nullable(),
    startedAt: at,
    finishedAt: at.nullable(),
  })
  .openapi('RunSummary');

export const effectSchema = z
  .object({
    key: z.string(),
    runId: z.string(),
    stepId: z.string(),
    iteration: z.int(),
    connector: z.string(),
    status: effectView.shape.status,
    attempts: z.int(),
    firstAttemptAt: at.nullable(),
    lastAttemptAt: at.nullable(),
    settledAt: at.nullable(),
    request: json,
    result: json,
    /** What came back last, as far as anything did. */
    providerReply: json,
  })
  .openapi('Effect');

export const approvalSchema = z
  .object({
    id: z.string(),
    runId: z.string(),
    stepId: z.string(),
    iteration: z.int(),
    /** Of the content: a decision counts for exactly this text. */
    digest: z.string(),
    content: z.string(),
    status: approvalView.shape.status,
    assignees: z.array(z.string()),
    channel: approvalView.shape.channel,
    deadline: at,
    deadlineThen: z.string(),
    decision: approvalView.shape.decision,
    decidedBy: z.string().nullable(),
    decidedVia: approvalView.shape.decidedVia,
    decidedAt: at.nullable(),
    comment: z.string().nullable(),
    createdAt: at,
  })
  .openapi('Approval');

export const timerSchema = z
  .object({
    id: z.string(),
    stepId: z.string().nullable(),
    iteration: z.int().nullable(),
    purpose: timerView.shape.purpose,
    rule: json,
    zone: z.string(),
    spreadSeconds: z.int(),
    dueAt: at,
    firedAt: at.nullable(),
    cancelledAt: at.nullable(),
  })
  .openapi('Timer');

export const runSchema = runSummarySchema
  .extend({
    startKey: z.string(),
    input: json,
    stepsUsed: z.int(),
    maxSteps: z.int(),
    expiresAt: at,
    cancel: z.object({ at, by: z.string(), reason: z.string().nullable() }).nullable(),
    steps: z.array(
      z.object({
        stepId: z.string(),
        iteration: z.int(),
        kind: z.string(),
        status: stepStatus,
        attempt: z.int(),
        port: z.string().nullable(),
        enteredAt: at,
        startedAt: at.nullable(),
        finishedAt: at.nullable(),
        error: json,
        reason: json,
        output: json,
      }),
    ),
    timers: z.array(timerSchema),
    effects: z.array(effectSchema),
    approvals: z.array(approvalSchema),
  })
  .openapi('Run');

export const timelineItemSchema = z
  .object({
    seq: z.int(),
    at,
    type: z.string(),
    stepId: z.string().nullable(),
    iteration: z.int().nullable(),
    attempt: z.int().nullable(),
    actor: z.string(),
    data: z.record(z.string(), z.unknown()),
  })
  .openapi('TimelineItem');

export const contactSchema = z
  .object({
    id: z.string(),
    email: z.string().nullable(),
    name: z.string().nullable(),
    timezone: z.string().nullable(),
    emailConsent: z.enum(['granted', 'withdrawn']).nullable(),
    suppressed: z.boolean(),
    erased: z.boolean(),
    createdAt: at,
  })
  .openapi('Contact');

export const startedSchema = z
  .object({
    runId: z.string(),
    /** True: this start key had started that run before, and nothing was started now. */
    duplicate: z.boolean(),
  })
  .openapi('StartedRun');
