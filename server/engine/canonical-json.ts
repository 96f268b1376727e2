/** Deeper values are refused: they only come from someone who wants to exhaust the stack. */
const MOST_LEVELS = 1000;

/**
 * RFC 8785: one spelling per JSON value, whatever order its keys arrived in. Lone surrogates are
 * escaped as `JSON.stringify` does, so that every string has a form. Throws TypeError for what is
 * no JSON value (NaN, functions, bigint, undefined) and RangeError beyond 1,000 levels.
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0);
}

function write(value: unknown, level: number): string {
  if (level > MOST_LEVELS) throw new RangeError('The value is nested more than 1,000 levels deep.');
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${value} has no JSON form.`);
      return JSON.stringify(value);
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? writeArray(value, level) : writeObject(value, level);
    default:
      throw new TypeError(`A ${typeof value} has no JSON form.`);
  }
}

function writeArray(values: readonly unknown[], level: number): string {
  return `[${Array.from(values, (value) => write(value === undefined ? null : value, level + 1)).join(',')}]`;
}

function writeObject(object: object, level: number): string {
  // Sorted by UTF-16 code units, as the RFC asks and `sort` does by itself.
  const entries = Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${write(value, level + 1)}`).join(',')}}`;
}
