import { z } from 'zod';
import { stepIdSchema } from './document.ts';

/**
 * What a person orders for the runs of one version that are to go on with another. Lists and not
 * records, since a step may be called `constructor`.
 */

/** A step of the old version that goes on as a step of the new one; of the same kind. */
export const stepMatchSchema = z.strictObject({ from: stepIdSchema, to: stepIdSchema });
export type StepMatch = z.infer<typeof stepMatchSchema>;

/** What becomes of runs that stand at a step which the new version has no match for. */
export const stepRuleSchema = z.discriminatedUnion('kind', [
  /** They begin the step `to` of the new version. */
  z.strictObject({ kind: z.literal('move'), stepId: stepIdSchema, to: stepIdSchema }),
  /** They are cancelled, as by hand. */
  z.strictObject({ kind: z.literal('cancel'), stepId: stepIdSchema }),
  /** They finish on the old version. */
  z.strictObject({ kind: z.literal('leave'), stepId: stepIdSchema }),
]);
export type StepRule = z.infer<typeof stepRuleSchema>;

export const migrationOrderSchema = z.strictObject({
  from: z.int().min(1),
  to: z.int().min(1),
  mapping: z.array(stepMatchSchema).max(1000),
  rules: z.array(stepRuleSchema).max(1000),
});
export type MigrationOrder = z.infer<typeof migrationOrderSchema>;

/** Why a run is not moved. */
export const REFUSAL_CODES = [
  'step_running',
  'effect_in_flight',
  'effect_in_doubt',
  'already_finished',
  'on_other_version',
  'stopping',
  'being_undone',
  'no_rule',
  'step_not_in_version',
  'step_kind_changed',
  'inside_parallel_scope_that_changed',
  'waits_for_child',
  'work_begun',
  'undo_would_be_lost',
  'wait_has_no_moment',
  'step_cannot_begin',
  'cannot_be_read',
] as const;
export type MigrationRefusal = (typeof REFUSAL_CODES)[number];

/** An order made ready to be asked: any step id is safe as a key. */
export interface ReadOrder {
  readonly from: number;
  readonly to: number;
  readonly matches: ReadonlyMap<string, string>;
  readonly rules: ReadonlyMap<string, StepRule>;
}

export function readOrder({ from, to, mapping, rules }: MigrationOrder): ReadOrder {
  return {
    from,
    to,
    matches: new Map(mapping.map((match) => [match.from, match.to])),
    rules: new Map(rules.map((rule) => [rule.stepId, rule])),
  };
}
