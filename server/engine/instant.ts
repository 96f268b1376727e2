import { DateTime, Duration, IANAZone } from 'luxon';
import type { TimerRequest } from './definition.ts';
import type { StepError } from './event.ts';
import { spreadOf } from './spread.ts';
import type { TimerRule, Weekday } from './timer-rule.ts';
import type { WallTime } from './wall-time.ts';
import { instantOfWall, parseWall, type Shift, wallOfInstant } from './wall-time.ts';

export type { Shift } from './wall-time.ts';

/** `dueAt` in epoch milliseconds; the error is the step's, never a silent "now". */
export type Instant = { ok: true; dueAt: number; shift: Shift } | { ok: false; error: StepError };

const WEEKDAYS: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const LONGEST_YEARS = 10;

/**
 * The one function that turns a timer's rule into an instant: waits, schedules, quiet hours and
 * deadlines all use it.
 *
 * - `after`: years, months, weeks and days are calendar units, counted on the wall clock of the
 *   zone: "3 days" after 09:00 is 09:00, across a clock change too. Hours, minutes and seconds
 *   count real time and come after the calendar units.
 * - `wall_clock`: the next matching wall time strictly after `from`, searched by dates, so that a
 *   day whose clock skips the time is not lost. The weekday is the zone's.
 * - `date`: that wall time in the zone, or the instant itself where the text has an offset. One
 *   before `notBefore` (epoch ms, usually now) is an error.
 *
 * The spread is a fixed number of seconds per `seedId` (the run's id), so computing it again gives
 * the same instant.
 */
export function computeInstant(
  request: TimerRequest,
  seedId: string,
  notBefore: number = Number.NEGATIVE_INFINITY,
): Instant {
  const { rule, zone, spreadSeconds } = request;
  if (!isZone(zone)) return fail('unknown_time_zone', `"${zone}" is no time zone.`);
  if (!Number.isFinite(spreadSeconds) || spreadSeconds < 0) {
    return fail('invalid_spread', 'The spread has to be a number of seconds, zero or more.');
  }
  const exact = computeExact(rule, zone, notBefore);
  if (!exact.ok) return exact;
  const dueAt = exact.dueAt + spreadOf(seedId, spreadSeconds) * 1000;
  return { ...exact, dueAt };
}

/** Whether the text names a zone of the tz database. */
export function isZone(zone: string): boolean {
  return /^[A-Za-z]/.test(zone) && IANAZone.isValidZone(zone);
}

/** The next instants of a rule from a moment on, for showing to its author. At most `count`. */
export function nextInstants(
  rule: TimerRule,
  zone: string,
  from: number,
  count: number,
): Instant[] {
  const instants: Instant[] = [];
  let start = from;
  while (instants.length < count) {
    const iso = DateTime.fromMillis(start, { zone: 'utc' }).toISO() ?? '';
    const moved =
      rule.kind === 'after' || rule.kind === 'wall_clock' ? { ...rule, from: iso } : rule;
    const next = computeInstant({ rule: moved, zone, spreadSeconds: 0 }, '', from);
    instants.push(next);
    // A date comes once; an error would come for ever.
    if (!next.ok || moved === rule) break;
    start = next.dueAt;
  }
  return instants;
}

/**
 * Checks an ISO 8601 duration such as `PT15M` or `P3D`: positive and at most ten years. Returns
 * null when it is fine, else what is wrong with it.
 */
export function durationProblem(text: string): string | null {
  const duration = readDuration(text);
  return typeof duration === 'string' ? duration : null;
}

function computeExact(rule: TimerRule, zone: string, notBefore: number): Instant {
  switch (rule.kind) {
    case 'after':
      return afterDuration(rule.duration, rule.from, zone);
    case 'wall_clock':
      return nextWallClock(rule, zone);
    case 'date':
      return onDate(rule.local, zone, notBefore);
    case 'instant': {
      const at = DateTime.fromISO(rule.at, { zone: 'utc' });
      return at.isValid
        ? { ok: true, dueAt: at.toMillis(), shift: null }
        : fail('unreadable_date', 'The moment to wait for cannot be read.');
    }
  }
}

function readDuration(text: string): Duration | string {
  // Without designators luxon would read "P" as zero and "" as invalid; signs are refused below.
  const duration = Duration.fromISO(text.trim());
  if (!duration.isValid) return 'Write a length of time such as PT15M, PT4H or P3D.';
  const units = Object.values(duration.toObject());
  if (units.some((amount) => !Number.isFinite(amount) || amount < 0)) {
    return 'A length of time cannot be negative.';
  }
  const { years = 0, months = 0, weeks = 0, days = 0 } = duration.toObject();
  if (![years, months, weeks, days].every(Number.isInteger)) {
    return 'Use whole years, months, weeks and days.';
  }
  const milliseconds = duration.toMillis();
  if (!(milliseconds > 0)) return 'A length of time has to be more than nothing.';
  const longest = Duration.fromObject({ days: 366 * LONGEST_YEARS }).toMillis();
  return milliseconds <= longest ? duration : `Use at most ${LONGEST_YEARS} years.`;
}

function afterDuration(text: string, from: string, zone: string): Instant {
  const duration = readDuration(text);
  if (typeof duration === 'string') return fail('invalid_duration', duration);
  const start = DateTime.fromISO(from, { zone: 'utc' });
  if (!start.isValid) return fail('unreadable_date', 'The moment to count from cannot be read.');
  const { years = 0, months = 0, weeks = 0, days = 0, ...time } = duration.toObject();
  const real = Duration.fromObject(time).toMillis();
  if (years + months + weeks + days === 0) {
    return { ok: true, dueAt: Math.round(start.toMillis() + real), shift: null };
  }
  const wall = wallOfInstant(start.toMillis(), zone);
  // Luxon run as if in UTC: plain calendar arithmetic, no zone in it.
  const day = asUtc(wall).plus({ years, months, weeks, days });
  const { instant, shift } = instantOfWall(fromUtc(day), zone);
  return { ok: true, dueAt: Math.round(instant + real), shift };
}

function nextWallClock(rule: Extract<TimerRule, { kind: 'wall_clock' }>, zone: string): Instant {
  const start = DateTime.fromISO(rule.from, { zone: 'utc' });
  if (!start.isValid) return fail('unreadable_date', 'The moment to count from cannot be read.');
  const [hour = 0, minute = 0] = rule.at.split(':').map(Number);
  const today = wallOfInstant(start.toMillis(), zone);
  const first = asUtc({ ...today, hour, minute, second: 0, millisecond: 0 });
  // Two weeks hold every weekday twice, also where a zone once skipped a whole day.
  for (let ahead = 0; ahead <= 14; ahead += 1) {
    const day = first.plus({ days: ahead });
    const weekday = WEEKDAYS[day.weekday - 1];
    if (weekday === undefined || !rule.days.includes(weekday)) continue;
    const { instant, shift } = instantOfWall(fromUtc(day), zone);
    if (instant > start.toMillis()) return { ok: true, dueAt: instant, shift };
  }
  return fail('no_such_time', 'No day matches the times to wait for.');
}

function onDate(text: string, zone: string, notBefore: number): Instant {
  const parsed = parseWall(text);
  if (parsed === null)
    return fail('unreadable_date', 'The date to wait for is missing or cannot be read.');
  const { instant, shift } =
    typeof parsed === 'number' ? { instant: parsed, shift: null } : instantOfWall(parsed, zone);
  return instant < notBefore
    ? fail('date_in_the_past', 'The date to wait for has already passed.')
    : { ok: true, dueAt: instant, shift };
}

function asUtc(wall: WallTime): DateTime {
  return DateTime.fromObject(wall, { zone: 'utc' });
}

function fromUtc(time: DateTime): WallTime {
  const { year, month, day, hour, minute, second, millisecond } = time;
  return { year, month, day, hour, minute, second, millisecond };
}

function fail(code: string, message: string): Instant {
  return { ok: false, error: { code, message } };
}
