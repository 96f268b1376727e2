import { DateTime, IANAZone } from 'luxon';

/** What a clock on a wall shows; months from 1. In itself no moment. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
}

/** How a wall time met a clock change: it was missing, or it came twice. */
export type Shift = 'gap' | 'overlap' | null;

const MINUTE = 60_000;
/** Further than any clock was ever set at once (Samoa skipped a whole day in 2011). */
const AROUND = 26 * 60 * MINUTE;

/**
 * The instant, in epoch milliseconds, at which the zone's clocks show a wall time. One that they
 * skip moves forward by the length of the gap (02:30 becomes 03:30, a skipped midnight 01:00); of
 * one that they show twice the first is meant. The zone has to be valid.
 */
export function instantOfWall(wall: WallTime, zone: string): { instant: number; shift: Shift } {
  const clock = IANAZone.create(zone);
  const asIfUtc = DateTime.fromObject(wall, { zone: 'utc' }).toMillis();
  const before = clock.offset(asIfUtc - AROUND) * MINUTE;
  const after = clock.offset(asIfUtc + AROUND) * MINUTE;
  // A zone may change twice within the window (Ramadan in Morocco does not, but others have):
  // the offsets right at the two guesses are candidates as well.
  const offsets = new Set([
    before,
    after,
    clock.offset(asIfUtc - before) * MINUTE,
    clock.offset(asIfUtc - after) * MINUTE,
  ]);
  const instants = [...offsets]
    .map((offset) => asIfUtc - offset)
    .filter((instant) => instant + clock.offset(instant) * MINUTE === asIfUtc)
    .sort((a, b) => a - b);
  const [first, second] = instants;
  if (first !== undefined)
    return { instant: first, shift: second === undefined ? null : 'overlap' };
  // Missing: read by the offset before the change, which shows it later by the gap's length.
  const earliest = offsetBeforeGap(clock, asIfUtc, before);
  return { instant: asIfUtc - earliest, shift: 'gap' };
}

/** The offset in force just before the gap that swallows the wall time. */
function offsetBeforeGap(clock: IANAZone, asIfUtc: number, fallback: number): number {
  let low = asIfUtc - AROUND;
  let high = asIfUtc + AROUND;
  // The last instant whose wall time is still before the missing one; wall time only jumps ahead.
  const isBefore = (instant: number): boolean => instant + clock.offset(instant) * MINUTE < asIfUtc;
  if (!isBefore(low) || isBefore(high)) return fallback;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isBefore(middle)) low = middle;
    else high = middle;
  }
  return clock.offset(low) * MINUTE;
}

/** What the zone's clocks show at an instant. The zone has to be valid. */
export function wallOfInstant(instant: number, zone: string): WallTime {
  const { year, month, day, hour, minute, second, millisecond } = DateTime.fromMillis(instant, {
    zone,
  });
  return { year, month, day, hour, minute, second, millisecond };
}

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * Reads a date (`2027-03-28`, meaning its midnight), a wall time (`2027-03-28T02:30`) or, where
 * the text has an offset, an instant in epoch milliseconds. Null for anything else.
 */
export function parseWall(text: string): WallTime | number | null {
  const match = DATE_TIME.exec(text.trim());
  if (match === null) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', offset] = match;
  const wall: WallTime = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    millisecond: Number(fraction.slice(0, 3).padEnd(3, '0')),
  };
  const asIfUtc = DateTime.fromObject(wall, { zone: 'utc' });
  if (!asIfUtc.isValid || wall.hour === 24) return null;
  if (offset === undefined) return wall;
  const parsed = DateTime.fromISO(text.trim().replace(' ', 'T'), { zone: 'utc' });
  return parsed.isValid ? parsed.toMillis() : null;
}
