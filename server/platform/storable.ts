export const MAX_DEPTH = 100;

/** Whether Postgres can hold the text: neither NUL nor half a surrogate pair. */
export const isStorableText = (text: string): boolean =>
  !text.includes('\u0000') && text.isWellFormed();

export const storableText = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

/**
 * JSON from outside in a form that jsonb holds, for what has happened and so has to be kept: NUL is
 * left out, half a surrogate pair becomes U+FFFD, and what is nested deeper than 100 levels null.
 */
export const storable = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((item) => storable(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [storableText(key), storable(item, depth + 1)]),
  );
};

/** Whether it is nested as deeply as data is, and no deeper: more overflows whoever walks it. */
export const isShallow = (value: unknown, left = MAX_DEPTH): boolean => {
  if (typeof value !== 'object' || value === null) return true;
  return left > 0 && Object.values(value).every((entry) => isShallow(entry, left - 1));
};
