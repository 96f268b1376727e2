import type { RuleGroupType, RuleType } from 'react-querybuilder';
import { type Comparison, type Condition, conditionSchema } from '#server/engine/condition.ts';
import { operatorTakes } from '#server/steps/operator-words.ts';

/**
 * Our conditions as the query builder's groups and rules, and back. A single comparison is a group
 * of one there; it comes back as `{ all: […] }`, which means the same.
 */
export function conditionToQuery(value: unknown): RuleGroupType {
  const read = conditionSchema.safeParse(value);
  if (!read.success) return { combinator: 'and', rules: [] };
  const rule = toRule(read.data);
  return 'rules' in rule ? rule : { combinator: 'and', rules: [rule] };
}

function toRule(condition: Condition): RuleType | RuleGroupType {
  if ('all' in condition) return { combinator: 'and', rules: condition.all.map(toRule) };
  if ('any' in condition) return { combinator: 'or', rules: condition.any.map(toRule) };
  const { left, operator, right } = condition;
  return { field: left, operator, value: right ?? '' };
}

export function queryToCondition(query: RuleGroupType): Condition {
  const parts = query.rules.map((rule) =>
    'rules' in rule ? queryToCondition(rule) : toComparison(rule),
  );
  return query.combinator === 'or' ? { any: parts } : { all: parts };
}

function toComparison({ field, operator, value }: RuleType): Comparison {
  const known = operator as Comparison['operator'];
  const takes = operatorTakes(known);
  if (takes === 'nothing') return { left: field, operator: known };
  return { left: field, operator: known, right: takes === 'list' ? listOf(value) : oneOf(value) };
}

type One = string | number | boolean;

function isOne(value: unknown): value is One {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function oneOf(value: unknown): One {
  if (Array.isArray(value)) return value.filter(isOne).map(String).join(', ');
  return isOne(value) ? value : '';
}

/** A list is typed with commas; what is one already stays as it is. */
function listOf(value: unknown): One[] {
  if (Array.isArray(value)) return value.filter(isOne);
  if (typeof value !== 'string') return isOne(value) ? [value] : [];
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
