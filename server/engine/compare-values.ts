export const OPERATORS = [
  'equals',
  'not_equals',
  'contains',
  'starts_with',
  'greater',
  'less',
  'at_least',
  'at_most',
  'in',
  'is_set',
  'is_not_set',
] as const;
export type Operator = (typeof OPERATORS)[number];

/**
 * One comparison. A missing value (absent, null or empty text) is never equal to, greater than or
 * within anything, nor different from it: every operator but `is_not_set` is false for it.
 */
export function compare(left: unknown, operator: Operator, right: unknown): boolean {
  switch (operator) {
    case 'is_set':
      return isSet(left);
    case 'is_not_set':
      return !isSet(left);
    case 'equals':
      return equal(left, right);
    case 'not_equals':
      return isSet(left) && !equal(left, right);
    case 'contains':
      return contains(left, right);
    case 'starts_with':
      return startsWith(left, right);
    case 'in':
      return Array.isArray(right) && right.some((item) => equal(left, item));
    case 'greater':
      return ordered(left, right, (order) => order > 0);
    case 'less':
      return ordered(left, right, (order) => order < 0);
    case 'at_least':
      return ordered(left, right, (order) => order >= 0);
    case 'at_most':
      return ordered(left, right, (order) => order <= 0);
  }
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** Forms send numbers and yes/no as text: `"5"` equals 5, `"true"` equals true. */
function equal(left: unknown, right: unknown): boolean {
  if (!isSet(left) || !isSet(right)) return false;
  if (typeof left === 'number' || typeof right === 'number') {
    const size = number(left);
    return size !== null && size === number(right);
  }
  const a = text(left);
  return a !== null && a === text(right);
}

function startsWith(left: unknown, right: unknown): boolean {
  const start = text(right);
  return isSet(start) && start !== null && text(left)?.startsWith(start) === true;
}

function contains(left: unknown, right: unknown): boolean {
  if (!isSet(right)) return false;
  if (Array.isArray(left)) return left.some((item) => equal(item, right));
  const part = text(right);
  return part !== null && text(left)?.includes(part) === true;
}

/** Numbers by size, ISO dates and other text by code units; anything else has no order. */
function ordered(left: unknown, right: unknown, test: (order: number) => boolean): boolean {
  if (!isSet(left) || !isSet(right)) return false;
  const a = number(left);
  const b = number(right);
  if (a !== null && b !== null) return test(a - b);
  if (typeof left !== 'string' || typeof right !== 'string') return false;
  return test(left < right ? -1 : left > right ? 1 : 0);
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function number(value: unknown): number | null {
  const result =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && NUMBER.test(value.trim())
        ? Number(value)
        : null;
  return result !== null && Number.isFinite(result) ? result : null;
}

function text(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}
