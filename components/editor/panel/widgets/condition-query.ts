import type { RuleGroupType, RuleType } from 'react-querybuilder';
import type { Comparison, Condition } from '#server/engine/condition.ts';
import { OPERATORS } from '#server/engine/compare-values.ts';
import { operatorTakes } from '#server/steps/operator-words.ts';

/**
 * Our conditions as the query builder's groups and rules, and back. A single comparison is a group
 * of one there; it comes back as `{ all: […] }`, which means the same. What is unfinished stays as it
 * is: a comparison without a value to look at is kept, and said to be one.
 */
export function conditionToQuery(value: unknown): RuleGroupType {
  const rule = toRule(value, ROOT);
  if (rule === null) return { id: ROOT, combinator: 'and', rules: [] };
  return 'rules' in rule
    ? rule
    : { id: ROOT, combinator: 'and', rules: [{ ...rule, id: `${ROOT}.0` }] };
}

const ROOT = 'all';

/** `id` is its place: without one, the builder would draw every part anew at each key that is typed. */
function toRule(condition: unknown, id: string): RuleType | RuleGroupType | null {
  if (typeof condition !== 'object' || condition === null) return null;
  const { all, any, left, operator, right } = condition as Readonly<Record<string, unknown>>;
  if (Array.isArray(all)) return { id, combinator: 'and', rules: toRules(all, id) };
  if (Array.isArray(any)) return { id, combinator: 'or', rules: toRules(any, id) };
  if (typeof left !== 'string') return null;
  const known = OPERATORS.find((candidate) => candidate === operator) ?? 'equals';
  return { id, field: left, operator: known, value: right ?? '' };
}

function toRules(conditions: readonly unknown[], id: string): (RuleType | RuleGroupType)[] {
  return conditions
    .map((condition, index) => toRule(condition, `${id}.${index}`))
    .filter((rule) => rule !== null);
}

export function queryToCondition(query: RuleGroupType): Condition {
  const parts = query.rules.map((rule) =>
    'rules' in rule ? queryToCondition(rule) : toComparison(rule),
  );
  return query.combinator === 'or' ? { any: parts } : { all: parts };
}

function toComparison({ field, operator, value }: RuleType): Comparison {
  const known = OPERATORS.find((candidate) => candidate === operator) ?? 'equals';
  // The builder's word for a field that was not chosen yet.
  const left = field === '~' ? '' : field;
  const takes = operatorTakes(known);
  if (takes === 'nothing') return { left, operator: known };
  return { left, operator: known, right: takes === 'list' ? listOf(value) : oneOf(value) };
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
