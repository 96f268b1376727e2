/**
 * Larger values are cut to this: a year, so that no number overflows. What is still too long to
 * wait for by itself is the retry policy's to say: it parks the step.
 */
export const MAX_RETRY_AFTER_SECONDS = 365 * 86_400;

/**
 * How long a `Retry-After` header asks to wait, in whole seconds from `now` (epoch milliseconds).
 * It comes as seconds or as an HTTP date; a date in the past means at once. Undefined where it is
 * missing or unreadable: then our own schedule counts. Absurdly large values are cut to a year.
 */
export function parseRetryAfter(
  header: string | null | undefined,
  now: number,
): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return limit(Number(text));
  // Every HTTP date begins with a day's name; Date.parse alone would also take "-5" or "2".
  if (!/^(mon|tue|wed|thu|fri|sat|sun)/i.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : limit((at - now) / 1000);
}

function limit(seconds: number): number {
  return Math.min(Math.max(Math.ceil(seconds), 0), MAX_RETRY_AFTER_SECONDS);
}

/**
 * The same, read from an answer. A date is measured against the answer's own `Date` header, so
 * that neither side's clock being off makes the wait longer or shorter.
 */
export function retryAfterOf(headers: Headers, now: number): number | undefined {
  const dated = Date.parse(headers.get('date') ?? '');
  return parseRetryAfter(headers.get('retry-after'), Number.isNaN(dated) ? now : dated);
}
