import { OPERATORS } from '#server/engine/compare-values.ts';
import { operatorTakes } from '#server/steps/operator-words.ts';

type Loose = Readonly<Record<string, unknown>>;

/** What is still to be settled in a condition, in one sentence; null when nothing is. */
export function unfinishedCondition(condition: unknown): string | null {
  const comparisons = comparisonsIn(condition);
  if (comparisons.length === 0) {
    const isAny = typeof condition === 'object' && condition !== null && 'any' in condition;
    return isAny
      ? 'Without a condition, this path is never taken.'
      : 'Without a condition, this path is always taken.';
  }
  const open = comparisons.filter(lacksValue).length;
  if (open === 0) return null;
  return open === 1
    ? 'One condition has nothing to compare with yet: it never holds.'
    : `${open} conditions have nothing to compare with yet: they never hold.`;
}

function comparisonsIn(condition: unknown): Loose[] {
  if (typeof condition !== 'object' || condition === null) return [];
  const { all, any } = condition as Loose;
  const parts = Array.isArray(all) ? all : Array.isArray(any) ? any : null;
  return parts === null ? [condition as Loose] : parts.flatMap(comparisonsIn);
}

/** A value to look at that is missing too is a problem of its own. */
function lacksValue({ left, operator, right }: Loose): boolean {
  const known = OPERATORS.find((candidate) => candidate === operator);
  if (left === '' || known === undefined || operatorTakes(known) === 'nothing') return false;
  return right === undefined || right === '' || (Array.isArray(right) && right.length === 0);
}
