import type { Comparison, Condition } from '#server/engine/condition.ts';

const WORDS: Readonly<Record<Comparison['operator'], string>> = {
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

function describeValue(value: Comparison['right']): string {
  if (Array.isArray(value)) return value.map((item) => describeValue(item)).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? `“${value}”` : String(value ?? '');
}

/** "contact.plan is “pro” and contact.age is at least 18" */
export function describeCondition(condition: Condition): string {
  if ('all' in condition) return describeGroup(condition.all, 'and', 'always');
  if ('any' in condition) return describeGroup(condition.any, 'or', 'never');
  const { left, operator, right } = condition;
  return right === undefined || operator === 'is_set' || operator === 'is_not_set'
    ? `${left} ${WORDS[operator]}`
    : `${left} ${WORDS[operator]} ${describeValue(right)}`;
}

function describeGroup(parts: readonly Condition[], word: 'and' | 'or', empty: string): string {
  if (parts.length === 0) return empty;
  return parts
    .map((part) =>
      'left' in part || parts.length === 1
        ? describeCondition(part)
        : `(${describeCondition(part)})`,
    )
    .join(` ${word} `);
}
