import { z } from 'zod';
import { compare, OPERATORS } from './compare-values.ts';
import { readDataPath } from './data-path.ts';
import type { DataScope } from './definition.ts';

export const comparisonSchema = z.strictObject({
  /** A data path: `contact.email`, `steps.score.output.value`. */
  left: z.string().min(1, 'Choose what to look at'),
  operator: z.enum(OPERATORS),
  /** What to compare with: text, a number, a yes/no; a list for `in`. */
  right: z
    .union([
      z.string(),
      z.number(),
      z.boolean(),
      z.array(z.union([z.string(), z.number(), z.boolean()])),
    ])
    .optional(),
});
export type Comparison = z.output<typeof comparisonSchema>;

export type Condition =
  | Comparison
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] };

/** Comparisons, grouped by "all of" and "any of" to any depth. */
export const conditionSchema: z.ZodType<Condition> = z.lazy(() =>
  z.union([
    comparisonSchema,
    z.strictObject({ all: z.array(conditionSchema) }),
    z.strictObject({ any: z.array(conditionSchema) }),
  ]),
);

/** Never throws. An empty "all of" is true, an empty "any of" false. */
export function evaluateCondition(condition: Condition, data: DataScope): boolean {
  if ('all' in condition) return condition.all.every((part) => evaluateCondition(part, data));
  if ('any' in condition) return condition.any.some((part) => evaluateCondition(part, data));
  return compare(readDataPath(data, condition.left), condition.operator, condition.right);
}

/** Every data path that the condition looks at, for publish-time checks. */
export function conditionPaths(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(conditionPaths);
  if ('any' in condition) return condition.any.flatMap(conditionPaths);
  return [condition.left];
}
