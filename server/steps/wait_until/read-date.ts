import { DateTime } from 'luxon';
import type { TimerRule } from '#server/engine/timer-rule.ts';

const DATE =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/;

export interface DateReading {
  readonly rule: TimerRule;
  /** When it is, near enough to tell past from future; the exact instant is the timer rule's. */
  readonly epochMs: number;
}

/**
 * Reads a date from data: `2027-03-01`, `2027-03-01T09:00` (both on the wall clock of `zone`), or
 * with an offset, which then names an instant. Null for anything else, and for days that no
 * calendar has: guessing at `01/02/2027` would be wrong for half the world.
 */
export function readDate(text: string, defaultTime: string, zone: string): DateReading | null {
  const match = DATE.exec(text.trim());
  if (match === null) return null;
  const [, year, month, day, hour, minute, second = '00', offset] = match;
  const time = hour === undefined ? `${defaultTime}:00` : `${hour}:${minute}:${second}`;
  const local = `${year}-${month}-${day}T${time}`;
  const parsed = DateTime.fromISO(`${local}${offset ?? ''}`, {
    zone: offset === undefined ? zone : 'utc',
  });
  if (!parsed.isValid) return null;
  const epochMs = parsed.toMillis();
  return offset === undefined
    ? { rule: { kind: 'date', local }, epochMs }
    : { rule: { kind: 'instant', at: parsed.toUTC().toISO() }, epochMs };
}
