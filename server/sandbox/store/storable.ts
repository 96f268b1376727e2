/**
 * Postgres can hold neither NUL nor a lone surrogate in text and jsonb; both arrive from outside.
 * What was received is kept as raw bytes elsewhere, so the readable form may drop them.
 */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

const storableValue = (value: unknown): unknown => {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storableValue);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [storableText(key), storableValue(inner)]),
    );
  }
  return value;
};

/** JSON text that a jsonb column takes. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(storableValue(value)) ?? 'null';
