import { z } from 'zod';

const at = z.date();

export const viewer = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(['owner', 'editor', 'approver', 'viewer']),
  timezone: z.string(),
  organisation: z.object({ id: z.string(), name: z.string(), timezone: z.string() }),
});
export type Viewer = z.infer<typeof viewer>;

export const navigationCounts = z.object({
  approvals: z.number().int(),
  reviews: z.number().int(),
});
export type NavigationCounts = z.infer<typeof navigationCounts>;

export const connectionView = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['smtp', 'http', 'crm', 'model', 'slack']),
  label: z.string(),
  health: z.enum(['ok', 'failing', 'unauthorised']),
  healthMessage: z.string().nullable(),
  healthAt: at,
  parkedRuns: z.number().int(),
  sandbox: z.boolean(),
});
export type ConnectionView = z.infer<typeof connectionView>;

export const contactListItem = z.object({
  id: z.string(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  timezone: z.string().nullable(),
  emailConsent: z.enum(['granted', 'withdrawn']).nullable(),
  suppressed: z.boolean(),
  erased: z.boolean(),
  createdAt: at,
});
export type ContactListItem = z.infer<typeof contactListItem>;

export const engineHealth = z.object({
  invariants: z.record(z.string(), z.number().int()),
  /** What each invariant says, in a sentence, by name. */
  sentences: z.record(z.string(), z.string()),
  /** Every one of them was looked at since. */
  checkedAt: at,
  metrics: z.object({
    timerLatenessMs: z.object({
      p50: z.number().nullable(),
      p95: z.number().nullable(),
      max: z.number().nullable(),
    }),
    overdueTimers: z.number().int(),
    oldestOverdueTimerAt: at.nullable(),
    oldestReadySeconds: z.record(z.string(), z.number().nullable()),
    unsettledEffects: z.number().int(),
    effectsInReview: z.number().int(),
    outboxUnsent: z.number().int(),
    outboxLagSeconds: z.number().nullable(),
    runsByStatus: z.record(z.string(), z.number().int()),
    deadLetters: z.number().int(),
    leaders: z.array(z.object({ name: z.string(), owner: z.string(), leaseUntil: at })),
    workers: z.array(z.object({ id: z.string(), role: z.string(), seenAt: at })),
    breakers: z.array(z.object({ connection: z.string(), state: z.string() })),
  }),
});
export type EngineHealth = z.infer<typeof engineHealth>;
