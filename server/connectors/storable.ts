const MAX_DEPTH = 100;

/**
 * JSON from outside in a form that jsonb holds: no NUL, no half surrogates, no bottomless nesting.
 */
export function storable(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.replaceAll('\u0000', '').toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((item) => storable(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [String(storable(key)), storable(item, depth + 1)]),
  );
}
