import { type WallClock, wallClockAt, zoneAbbreviation } from './wall-clock.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const two = (value: number): string => String(value).padStart(2, '0');
const clock = (wall: WallClock): string => `${two(wall.hour)}:${two(wall.minute)}`;
const day = (wall: WallClock): string =>
  `${wall.weekday} ${wall.day} ${MONTHS[wall.month - 1] ?? ''}`;
const sameDay = (a: WallClock, b: WallClock): boolean =>
  a.year === b.year && a.month === b.month && a.day === b.day;

/** "18:42" */
export function formatClock(at: Date, zone: string): string {
  return clock(wallClockAt(at, zone));
}

/** "18:42:07" */
export function formatClockSeconds(at: Date, zone: string): string {
  const wall = wallClockAt(at, zone);
  return `${clock(wall)}:${two(wall.second)}`;
}

/** "Fri 23 Oct"; with the year when it is not the year of `now`. */
export function formatDay(at: Date, zone: string, now?: Date): string {
  const wall = wallClockAt(at, zone);
  const otherYear = now !== undefined && wallClockAt(now, zone).year !== wall.year;
  return otherYear ? `${day(wall)} ${wall.year}` : day(wall);
}

/** "Fri 23 Oct 18:42" */
export function formatInstant(at: Date, zone: string, now?: Date): string {
  return `${formatDay(at, zone, now)} ${formatClock(at, zone)}`;
}

/** "Fri 23 Oct 18:42:07" */
export function formatInstantSeconds(at: Date, zone: string, now?: Date): string {
  return `${formatDay(at, zone, now)} ${formatClockSeconds(at, zone)}`;
}

/** The shortest that cannot be mistaken: "16:03" today, "Tue 11:40" within six days, else with the date. */
export function formatNear(at: Date, zone: string, now: Date): string {
  const wall = wallClockAt(at, zone);
  if (sameDay(wall, wallClockAt(now, zone))) return clock(wall);
  const days = Math.abs(at.getTime() - now.getTime()) / 86_400_000;
  return days < 6 ? `${wall.weekday} ${clock(wall)}` : formatInstant(at, zone, now);
}

/** Like `formatNear`, for the start of a cell: "Today 16:03", "Tue 27 Oct 11:40". */
export function formatWhen(at: Date, zone: string, now: Date): string {
  const today = sameDay(wallClockAt(at, zone), wallClockAt(now, zone));
  return today ? `Today ${formatClock(at, zone)}` : formatInstant(at, zone, now);
}

/** "Mon 26 Oct 09:06:12 CET · 08:06:12 UTC": the proof of an instant. */
export function formatWithUtc(at: Date, zone: string): string {
  const local = `${formatInstantSeconds(at, zone)} ${zoneAbbreviation(at, zone)}`;
  if (zone === 'UTC') return local;
  const utcDay = formatDay(at, 'UTC');
  const utc = `${formatClockSeconds(at, 'UTC')} UTC`;
  return utcDay === formatDay(at, zone) ? `${local} · ${utc}` : `${local} · ${utcDay} ${utc}`;
}

/** What hovering a time tells: UTC, and the contact's clock where it differs from the reader's. */
export function hoverTimes(at: Date, readerZone: string, contactZone?: string | null): string {
  const lines = [`${formatInstantSeconds(at, readerZone)} in ${readerZone}`];
  if (readerZone !== 'UTC') lines.push(`${formatInstantSeconds(at, 'UTC')} UTC`);
  if (contactZone !== undefined && contactZone !== null && contactZone !== readerZone)
    lines.push(`${formatInstantSeconds(at, contactZone)} in ${contactZone}, the contact’s zone`);
  return lines.join('\n');
}
