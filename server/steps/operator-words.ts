import type { Comparison } from '#server/engine/condition.ts';

type Operator = Comparison['operator'];

/** How comparisons are said: "contact.plan is “pro”". */
export const OPERATOR_WORDS: Readonly<Record<Operator, string>> = {
  equals: 'is',
  not_equals: 'is not',
  contains: 'contains',
  starts_with: 'starts with',
  greater: 'is above',
  less: 'is below',
  at_least: 'is at least',
  at_most: 'is at most',
  in: 'is one of',
  is_set: 'is known',
  is_not_set: 'is not known',
};

/** What stands on the right of a comparison. */
export function operatorTakes(operator: Operator): 'nothing' | 'value' | 'list' {
  if (operator === 'is_set' || operator === 'is_not_set') return 'nothing';
  return operator === 'in' ? 'list' : 'value';
}
