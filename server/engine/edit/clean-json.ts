/** Deeper than any settings are; whoever walks them must not run out of stack. */
const MOST_LEVELS = 100;

/** Text that every database holds: without NUL, and with U+FFFD for half a surrogate pair. */
function cleanText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}

/**
 * JSON with clean text throughout, undefined fields and `__proto__` keys left out. Undefined for what
 * is no JSON (functions, NaN, dates) or nested deeper than 100 levels.
 */
export function cleanJson(value: unknown, levels = MOST_LEVELS): unknown {
  switch (typeof value) {
    case 'string':
      return cleanText(value);
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : undefined;
    case 'object':
      if (value === null) return null;
      if (levels === 0) return undefined;
      return Array.isArray(value) ? cleanList(value, levels) : cleanObject(value, levels);
    default:
      return undefined;
  }
}

function cleanList(list: readonly unknown[], levels: number): unknown {
  const items = list.map((item) => cleanJson(item, levels - 1));
  return items.includes(undefined) ? undefined : items;
}

function cleanObject(object: object, levels: number): unknown {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  const entries = Object.entries(object)
    .filter(([key, entry]) => entry !== undefined && key !== '__proto__')
    .map(([key, entry]) => [cleanText(key), cleanJson(entry, levels - 1)] as const);
  return entries.some(([, entry]) => entry === undefined) ? undefined : Object.fromEntries(entries);
}
