import { computeInstant } from '#server/engine/instant.ts';
import type { StepError } from '#server/engine/event.ts';
import type { TimerRule } from '#server/engine/timer-rule.ts';

export type DateReading =
  | { readonly ok: true; readonly rule: Extract<TimerRule, { kind: 'date' }> }
  | { readonly ok: false; readonly error: StepError };

const DAY_ONLY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Reads a date from data: `2027-03-01` (at `defaultTime`), `2027-03-01T09:00`, both on the wall
 * clock of the zone, or with an offset, which then names an instant. Anything else, a day that no
 * calendar has, and a moment not after `now` (epoch ms) are errors: guessing at `01/02/2027` would
 * be wrong for half the world, and "already past" is never "now".
 */
export function readDate(
  text: string,
  defaultTime: string,
  zone: string,
  now: number,
): DateReading {
  const trimmed = text.trim();
  const local = DAY_ONLY.test(trimmed) ? `${trimmed}T${defaultTime}` : trimmed;
  const rule = { kind: 'date' as const, local };
  const instant = computeInstant({ rule, zone, spreadSeconds: 0 }, '', now + 1);
  return instant.ok ? { ok: true, rule } : { ok: false, error: instant.error };
}
