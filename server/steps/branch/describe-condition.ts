import type { Comparison, Condition } from '#server/engine/condition.ts';
import { OPERATOR_WORDS } from '../operator-words.ts';

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
    ? `${left} ${OPERATOR_WORDS[operator]}`
    : `${left} ${OPERATOR_WORDS[operator]} ${describeValue(right)}`;
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
