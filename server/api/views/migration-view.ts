import { z } from 'zod';
import { REFUSAL_CODES, stepMatchSchema, stepRuleSchema } from '#server/engine/migration-order.ts';
import { runStatus } from './run-view.ts';

const at = z.date();

const namedStep = z.object({ stepId: z.string(), name: z.string(), kind: z.string() });

/** What can be said before a person decides: which steps go on as which, and where runs stand. */
export const migrationProposal = z.object({
  automationId: z.string(),
  from: z.number().int(),
  to: z.number().int(),
  /** Open runs on `from`; with `capped`, at least so many. */
  total: z.number().int(),
  capped: z.boolean(),
  /** Every step of the old version, in its document's order. */
  steps: z.array(
    namedStep.extend({
      /** Open runs that stand there. */
      runs: z.number().int(),
      /** Its match in the new version, by id and kind; null: it needs a rule where runs stand. */
      to: namedStep.nullable(),
      /** Whether the match has other settings. */
      changed: z.boolean(),
    }),
  ),
  /** Steps of the new version that runs can be moved to. */
  targets: z.array(namedStep),
  /** The matches of `steps` as an order holds them. */
  mapping: z.array(stepMatchSchema),
  /** Steps where runs stand and which have no match. */
  unmapped: z.array(z.string()),
});
export type MigrationProposal = z.infer<typeof migrationProposal>;

/** What the move would do to one run, were it made now. */
export const runVerdict = z.object({
  runId: z.string(),
  /** Name or address of the person; null for a run without a contact. */
  contact: z.string().nullable(),
  status: runStatus,
  verdict: z.enum(['move', 'cancel', 'leave', 'refuse']),
  code: z.enum(REFUSAL_CODES).nullable(),
  /** In a sentence: what happens to it, or why nothing does. */
  sentence: z.string(),
});

export const migrationPreview = z.object({
  automationId: z.string(),
  from: z.number().int(),
  to: z.number().int(),
  total: z.number().int(),
  capped: z.boolean(),
  /** One per step of the old version where runs stand; a run on two paths is in two of them. */
  buckets: z.array(
    namedStep.extend({
      action: z.enum(['stay', 'move', 'cancel', 'leave', 'no_rule']),
      /** The step of the new version that they go on at. */
      to: namedStep.nullable(),
      runs: z.number().int(),
      /** Of those, by what keeps them from moving right now. */
      busy: z.number().int(),
      inDoubt: z.number().int(),
      samples: z.array(runVerdict),
    }),
  ),
  /** What has to be put right before it can be started; empty: it can. */
  problems: z.array(
    z.object({ code: z.string(), stepId: z.string().nullable(), message: z.string() }),
  ),
});
export type MigrationPreview = z.infer<typeof migrationPreview>;

export const migrationView = z.object({
  id: z.string(),
  automationId: z.string(),
  automationName: z.string(),
  from: z.number().int(),
  to: z.number().int(),
  /** `collecting` finds the runs, `moving` takes them one by one; both can be cancelled. */
  status: z.enum(['collecting', 'moving', 'done', 'cancelled']),
  mapping: z.array(stepMatchSchema),
  rules: z.array(stepRuleSchema),
  counts: z.object({
    /** Runs found so far; all of them once it is `moving`. */
    total: z.number().int(),
    pending: z.number().int(),
    moved: z.number().int(),
    cancelled: z.number().int(),
    left: z.number().int(),
    refused: z.number().int(),
  }),
  startedBy: z.string(),
  startedAt: at,
  finishedAt: at.nullable(),
  cancelledBy: z.string().nullable(),
});
export type MigrationView = z.infer<typeof migrationView>;

export const migrationRunView = z.object({
  runId: z.string(),
  /** Name or address of the person; null for a run without a contact. */
  contact: z.string().nullable(),
  /** `pending` in a cancelled migration: it was not reached. */
  status: z.enum(['pending', 'moved', 'cancelled', 'left', 'refused']),
  code: z.enum(REFUSAL_CODES).nullable(),
  /** Why, in a sentence; null where there is nothing to say. */
  reason: z.string().nullable(),
  at: at.nullable(),
});
export type MigrationRunView = z.infer<typeof migrationRunView>;
