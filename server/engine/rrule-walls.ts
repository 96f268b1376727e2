import { DateTime } from 'luxon';
import { RRuleTemporal } from 'rrule-temporal';
import type { NextWall } from './cron-walls.ts';
import { instantOfWall, wallOfInstant } from './wall-time.ts';

/** How a rule meets the clock: see `nextOccurrence`. */
export type Counting = 'wall' | 'readings' | 'elapsed';

export interface RecurrenceRule {
  readonly next: NextWall;
  readonly counting: Counting;
}

const PARTS = new Map<string, RegExp>([
  ['FREQ', /^(YEARLY|MONTHLY|WEEKLY|DAILY|HOURLY|MINUTELY)$/],
  ['INTERVAL', /^[1-9]\d{0,4}$/],
  ['COUNT', /^[1-9]\d{0,5}$/],
  ['UNTIL', /^\d{8}(T\d{6}Z?)?$/],
  ['BYHOUR', list('(1?\\d|2[0-3]|0\\d)')],
  ['BYMINUTE', list('[0-5]?\\d')],
  ['BYDAY', list('([+-]?\\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)')],
  ['BYMONTHDAY', list('-?([1-9]|[12]\\d|3[01])')],
  ['BYMONTH', list('([1-9]|0[1-9]|1[0-2])')],
  ['BYYEARDAY', list('-?\\d{1,3}')],
  ['BYWEEKNO', list('-?\\d{1,2}')],
  ['BYSETPOS', list('-?\\d{1,3}')],
  ['WKST', /^(MO|TU|WE|TH|FR|SA|SU)$/],
]);
/** A Monday: where a rule that names no beginning counts its weeks and months from. */
const ANCHOR = '20240101T000000';
const LINE = /^(DTSTART|RRULE):?(.*)$/i;

function list(item: string): RegExp {
  return new RegExp(`^${item}(,${item})*$`);
}

interface Lines {
  readonly start: string | null;
  readonly parts: ReadonlyMap<string, string>;
}

/** `FREQ=…`, `RRULE:FREQ=…`, or two lines with a `DTSTART:20270104T090000` first. */
function readLines(expression: string): Lines | string {
  let start: string | null = null;
  let rule: string | null = null;
  for (const line of expression.trim().split(/\s*[\r\n]+\s*/)) {
    const [, name = 'RRULE', value = ''] = LINE.exec(line) ?? [undefined, 'RRULE', line];
    if (name.toUpperCase() === 'DTSTART') start = value;
    else if (rule === null) rule = value.toUpperCase();
    else return 'Write one recurrence rule.';
  }
  if (start !== null && !/^\d{8}T\d{6}Z?$/.test(start)) {
    return 'Write the beginning as DTSTART:20270104T090000; the zone is the schedule’s.';
  }
  const parts = new Map<string, string>();
  for (const part of (rule ?? '').split(';').filter((text) => text !== '')) {
    const [key = '', value = ''] = part.split('=');
    const shape = PARTS.get(key);
    if (shape === undefined) return `A schedule knows no ${key || part}.`;
    if (!shape.test(value)) return `${key}=${value} cannot be read.`;
    parts.set(key, value);
  }
  if (!parts.has('FREQ')) return 'Write a recurrence rule such as FREQ=WEEKLY;BYDAY=MO.';
  if (parts.has('COUNT') && start === null)
    return 'A rule with COUNT needs a DTSTART to count from.';
  return { start, parts };
}

/** What keeps a text from being a rule for schedules, in a sentence; null when nothing does. */
export function recurrenceRuleProblem(expression: string): string | null {
  const lines = readLines(expression);
  return typeof lines === 'string' ? lines : null;
}

function countingOf(parts: ReadonlyMap<string, string>): Counting {
  if (!['HOURLY', 'MINUTELY'].includes(parts.get('FREQ') ?? '')) return 'wall';
  if (parts.has('BYHOUR')) return 'wall';
  return [...parts.keys()].some((key) => key.startsWith('BY')) ? 'readings' : 'elapsed';
}

/** `20270104T090000` on the zone's clocks, or with `Z` an instant, as the time line that is counted on. */
function onLine(text: string, zone: string, counting: Counting): number {
  const digits = text.length === 8 ? `${text}T235959` : text;
  const read = DateTime.fromFormat(digits.replace('Z', ''), "yyyyMMdd'T'HHmmss", { zone: 'utc' });
  const ms = read.toMillis();
  if (counting === 'elapsed') {
    return digits.endsWith('Z') ? ms : instantOfWall(wallOfInstant(ms, 'utc'), zone).instant;
  }
  return digits.endsWith('Z') ? asIfUtcOf(ms, zone) : ms;
}

function asIfUtcOf(instant: number, zone: string): number {
  return DateTime.fromObject(wallOfInstant(instant, zone), { zone: 'utc' }).toMillis();
}

function basic(ms: number): string {
  return DateTime.fromMillis(ms, { zone: 'utc' }).toFormat("yyyyMMdd'T'HHmmss");
}

/**
 * A rule's own times: wall times as if in UTC, or for plain intervals real ones. Throws where the
 * text is no rule, which `recurrenceRuleProblem` tells before.
 */
export function recurrenceRule(expression: string, zone: string): RecurrenceRule {
  const lines = readLines(expression);
  if (typeof lines === 'string') throw new Error(lines);
  const counting = countingOf(lines.parts);
  const parts = [...lines.parts].map(([key, value]) =>
    key === 'UNTIL' ? `UNTIL=${basic(onLine(value, zone, counting))}Z` : `${key}=${value}`,
  );
  const start = basic(onLine(lines.start ?? ANCHOR, zone, counting));
  const rule = new RRuleTemporal({
    rruleString: `DTSTART;TZID=UTC:${start}\nRRULE:${parts.join(';')}`,
  });
  const next: NextWall = (after) => {
    try {
      return rule.next(DateTime.fromMillis(after).toJSDate(), false)?.epochMilliseconds ?? null;
    } catch {
      // It gave up after thousands of empty years: such a day never comes.
      return null;
    }
  };
  return { next, counting };
}
