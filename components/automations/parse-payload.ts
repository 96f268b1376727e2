export type ParsedPayload =
  | { readonly ok: true; readonly value: Record<string, unknown> }
  | { readonly ok: false; readonly message: string };

const reasonOf = (error: unknown): string => {
  const raw = error instanceof Error ? error.message : String(error);
  const place = /line (\d+) column (\d+)/.exec(raw);
  const reason = raw
    .replace(/^JSON\.parse: /, '')
    .replace(/ in JSON at position.*$| at line \d+ column \d+.*$|, "?[\s\S]*is not valid JSON$/, '')
    .replace(/ \(line \d+ column \d+\)$/, '');
  const sentence = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
  return place === null
    ? `This is not JSON yet: ${reason}.`
    : `Line ${place[1]}, column ${place[2]}: ${sentence}`;
};

/** Reads what a person typed as the payload of a test run: a JSON object, or what to mend. */
export const parsePayload = (text: string): ParsedPayload => {
  if (text.trim() === '') return { ok: true, value: {} };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, message: reasonOf(error) };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, message: 'The payload is an object: begin with { and end with }.' };
  }
  return { ok: true, value: value as Record<string, unknown> };
};
