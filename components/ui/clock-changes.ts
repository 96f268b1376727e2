import { offsetMinutes, wallClockAt } from './wall-clock.ts';

export interface ClockChange {
  /** The first instant under the new offset. */
  readonly at: Date;
  /** Minutes that the clocks moved: positive when they went forward. */
  readonly minutes: number;
}

const DAY_MS = 86_400_000;
/** Longer waits than this are searched up to here: two years hold every rule's next change. */
const MOST_DAYS = 740;

/** The first clock change after `from` and up to `to` in the zone, or null. */
export function firstClockChange(from: Date, to: Date, zone: string): ClockChange | null {
  const end = Math.min(to.getTime(), from.getTime() + MOST_DAYS * DAY_MS);
  let before = from.getTime();
  let offset = offsetMinutes(from, zone);
  while (before < end) {
    const after = Math.min(before + DAY_MS, end);
    const next = offsetMinutes(new Date(after), zone);
    if (next !== offset) return { at: bisect(before, after, offset, zone), minutes: next - offset };
    before = after;
    offset = next;
  }
  return null;
}

function bisect(low: number, high: number, offset: number, zone: string): Date {
  let before = low;
  let after = high;
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2);
    if (offsetMinutes(new Date(middle), zone) === offset) before = middle;
    else after = middle;
  }
  return new Date(Math.round(after / 60_000) * 60_000);
}

const WEEKDAYS: Readonly<Record<string, string>> = {
  Mon: 'Monday',
  Tue: 'Tuesday',
  Wed: 'Wednesday',
  Thu: 'Thursday',
  Fri: 'Friday',
  Sat: 'Saturday',
  Sun: 'Sunday',
};

/** "Clocks went back on Sunday at 03:00": the old clock's time, as people say it. */
export function describeClockChange(
  change: ClockChange,
  zone: string,
  tense: 'past' | 'future',
): string {
  const justBefore = new Date(change.at.getTime() - 60_000);
  const day = WEEKDAYS[wallClockAt(justBefore, zone).weekday] ?? '';
  const at = formatOldClock(change, zone);
  const verb = tense === 'past' ? 'went' : 'go';
  return `Clocks ${verb} ${change.minutes < 0 ? 'back' : 'forward'} on ${day} at ${at}`;
}

/** The wall time at the change, had the old offset gone on. */
function formatOldClock(change: ClockChange, zone: string): string {
  const before = new Date(change.at.getTime() - 60_000);
  const wall = wallClockAt(before, zone);
  const minutes = wall.hour * 60 + wall.minute + 1;
  const hour = Math.floor(minutes / 60) % 24;
  return `${String(hour).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
