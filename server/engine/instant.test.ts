import { describe, expect, it } from 'vitest';
import { computeInstant, durationProblem, isZone, nextInstants } from './instant.ts';
import type { TimerRule, Weekday } from './timer-rule.ts';

const ALL: Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const WEEKDAYS: Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri'];

function at(rule: TimerRule, zone: string, notBefore?: number) {
  const instant = computeInstant({ rule, zone, spreadSeconds: 0 }, 'run_1', notBefore);
  if (!instant.ok) return instant.error.code;
  const iso = new Date(instant.dueAt).toISOString().replace('.000Z', 'Z');
  return instant.shift === null ? iso : `${iso} ${instant.shift}`;
}

const wall = (from: string, time: string, zone: string, days = ALL) =>
  at({ kind: 'wall_clock', at: time, days, from }, zone);
const after = (from: string, duration: string, zone: string) =>
  at({ kind: 'after', duration, from }, zone);
const date = (local: string, zone: string) => at({ kind: 'date', local }, zone);

describe('the next matching wall time', () => {
  it('Friday evening in Berlin, 09:00 on a weekday: Monday', () => {
    expect(wall('2027-01-08T18:30:00Z', '09:00', 'Europe/Berlin', WEEKDAYS)).toBe(
      '2027-01-11T08:00:00Z',
    );
  });

  it('is strictly after the moment that it is counted from', () => {
    expect(wall('2027-01-08T08:00:00Z', '09:00', 'Europe/Berlin')).toBe('2027-01-09T08:00:00Z');
    expect(wall('2027-01-08T07:59:59Z', '09:00', 'Europe/Berlin')).toBe('2027-01-08T08:00:00Z');
  });

  it("judges the weekday by the zone's calendar", () => {
    // Sunday 23:30 UTC is Monday morning in Kolkata, and still Sunday afternoon in New York.
    expect(wall('2027-01-10T23:30:00Z', '09:00', 'Asia/Kolkata', ['mon'])).toBe(
      '2027-01-11T03:30:00Z',
    );
    expect(wall('2027-01-10T23:30:00Z', '20:00', 'America/New_York', ['sun'])).toBe(
      '2027-01-11T01:00:00Z',
    );
    // Friday in UTC, and in New York a Thursday evening that is not over.
    expect(wall('2027-01-08T03:00:00Z', '23:00', 'America/New_York')).toBe('2027-01-08T04:00:00Z');
  });

  it('S5.3 does not lose the day whose clock skips the time', () => {
    expect(wall('2026-09-05T12:00:00Z', '00:00', 'America/Santiago')).toBe(
      '2026-09-06T04:00:00Z gap',
    );
    expect(wall('2026-04-23T12:00:00Z', '00:00', 'Africa/Cairo', ['fri'])).toBe(
      '2026-04-23T22:00:00Z gap',
    );
    expect(wall('2026-10-03T12:00:00Z', '02:15', 'Australia/Lord_Howe', ['sun'])).toBe(
      '2026-10-03T15:45:00Z gap',
    );
    expect(wall('2027-03-27T12:00:00Z', '02:30', 'Europe/Berlin')).toBe('2027-03-28T01:30:00Z gap');
  });

  it('S5.3 comes once on the day whose clock shows it twice', () => {
    const instants = nextInstants(
      { kind: 'wall_clock', at: '02:30', days: ALL, from: '2027-10-30T12:00:00Z' },
      'Europe/Berlin',
      Date.UTC(2027, 9, 30, 12),
      3,
    );
    expect(instants.map((one) => one.ok && new Date(one.dueAt).toISOString())).toEqual([
      '2027-10-31T00:30:00.000Z',
      '2027-11-01T01:30:00.000Z',
      '2027-11-02T01:30:00.000Z',
    ]);
  });

  it('between the two showings of a time, the first has passed', () => {
    expect(wall('2027-10-31T00:45:00Z', '02:30', 'Europe/Berlin')).toBe('2027-11-01T01:30:00Z');
  });

  it('keeps its wall time through the year', () => {
    const year = nextInstants(
      { kind: 'wall_clock', at: '09:00', days: ALL, from: '2027-01-01T00:00:00Z' },
      'Europe/Berlin',
      Date.UTC(2027, 0, 1),
      365,
    );
    const hours = new Set(year.map((one) => one.ok && new Date(one.dueAt).getUTCHours()));
    expect(hours).toEqual(new Set([7, 8]));
    expect(year.length).toBe(365);
  });
});

describe('S5.3 a duration from a moment', () => {
  it.each([
    // Days keep the wall clock through both changes.
    ['Europe/Berlin', '2027-03-27T08:00:00Z', 'P1D', '2027-03-28T07:00:00Z'],
    ['Europe/Berlin', '2027-10-30T07:00:00Z', 'P1D', '2027-10-31T08:00:00Z'],
    ['America/New_York', '2027-03-13T14:00:00Z', 'P1D', '2027-03-14T13:00:00Z'],
    ['America/New_York', '2027-11-06T13:00:00Z', 'P1D', '2027-11-07T14:00:00Z'],
    ['America/Santiago', '2026-09-05T12:00:00Z', 'P1D', '2026-09-06T11:00:00Z'],
    ['America/Santiago', '2026-04-04T11:00:00Z', 'P1D', '2026-04-05T12:00:00Z'],
    ['Africa/Cairo', '2026-04-23T07:00:00Z', 'P1D', '2026-04-24T06:00:00Z'],
    ['Africa/Cairo', '2026-10-29T06:00:00Z', 'P1D', '2026-10-30T07:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T00:00:00Z', 'P1D', '2026-10-03T23:30:00Z'],
    ['Australia/Lord_Howe', '2027-04-03T00:00:00Z', 'P1D', '2027-04-04T00:30:00Z'],
    ['Asia/Kolkata', '2027-03-27T08:00:00Z', 'P1D', '2027-03-28T08:00:00Z'],
    // Hours count real time through both.
    ['Europe/Berlin', '2027-03-27T08:00:00Z', 'PT24H', '2027-03-28T08:00:00Z'],
    ['Europe/Berlin', '2027-10-30T07:00:00Z', 'PT24H', '2027-10-31T07:00:00Z'],
    ['Europe/Berlin', '2027-03-28T00:50:00Z', 'PT15M', '2027-03-28T01:05:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T15:20:00Z', 'PT15M', '2026-10-03T15:35:00Z'],
    // Days first, then real time.
    ['Europe/Berlin', '2027-03-27T08:00:00Z', 'P1DT12H', '2027-03-28T19:00:00Z'],
    ['Europe/Berlin', '2027-01-31T08:00:00Z', 'P1M', '2027-02-28T08:00:00Z'],
    ['Europe/Berlin', '2027-01-04T08:00:00Z', 'P2W', '2027-01-18T08:00:00Z'],
    // A day that ends in a gap moves forward.
    ['Europe/Berlin', '2027-03-27T01:30:00Z', 'P1D', '2027-03-28T01:30:00Z gap'],
  ])('%s %s + %s', (zone, from, duration, expected) => {
    expect(after(from, duration, zone)).toBe(expected);
  });

  it('is positive, readable and at most ten years', () => {
    for (const bad of [
      '',
      'P',
      'PT',
      'soon',
      '3 days',
      'PT0S',
      'P0D',
      '-P1D',
      'P-1D',
      'PT-5M',
      'P11Y',
      'PT1e9H',
      'PNaND',
      'P1.5D',
      'PT99999999999999H',
    ]) {
      expect(durationProblem(bad), bad).not.toBeNull();
      expect(after('2027-01-01T00:00:00Z', bad, 'UTC'), bad).toBe('invalid_duration');
    }
    for (const good of ['PT1S', 'PT15M', 'P3D', 'P1Y', 'P10Y', 'P3650D', 'PT0.5S', 'P1DT12H']) {
      expect(durationProblem(good), good).toBeNull();
    }
  });
});

describe('what cannot be read is an error and never now', () => {
  it.each([
    '',
    'tomorrow',
    '2027-13-01',
    '2027-02-30T10:00',
    '2027-01-01T25:00',
    '2027-01-01T24:00',
    'NaN',
    '01/02/2027',
    '2027-01-01T10',
  ])('"%s"', (local) => {
    expect(date(local, 'UTC')).toBe('unreadable_date');
  });

  it('a date in the past, where the past is not wanted', () => {
    const now = Date.UTC(2027, 0, 2);
    expect(at({ kind: 'date', local: '2027-01-01' }, 'UTC', now)).toBe('date_in_the_past');
    expect(at({ kind: 'date', local: '2027-01-01' }, 'UTC')).toBe('2027-01-01T00:00:00Z');
  });

  it('a zone that does not exist', () => {
    for (const zone of ['', 'Europe/Atlantis', '+02:00', 'local', 'system', 'null']) {
      expect(at({ kind: 'date', local: '2027-01-01' }, zone), zone).toBe('unknown_time_zone');
      expect(isZone(zone), zone).toBe(false);
    }
  });

  it('a moment to count from, or a fixed one, that is none', () => {
    expect(after('yesterday', 'PT1H', 'UTC')).toBe('unreadable_date');
    expect(wall('yesterday', '09:00', 'UTC')).toBe('unreadable_date');
    expect(at({ kind: 'instant', at: 'later' }, 'UTC')).toBe('unreadable_date');
  });

  it('a date with an offset is that instant, whatever the zone', () => {
    expect(date('2027-01-01T10:00:00+05:30', 'America/New_York')).toBe('2027-01-01T04:30:00Z');
    expect(date('2027-01-01T10:00Z', 'America/New_York')).toBe('2027-01-01T10:00:00Z');
    expect(date('2027-01-01', 'America/New_York')).toBe('2027-01-01T05:00:00Z');
  });
});

describe('S5.7 the spread', () => {
  const rule: TimerRule = {
    kind: 'wall_clock',
    at: '09:00',
    days: ALL,
    from: '2027-01-01T00:00:00Z',
  };
  const due = (seed: string, spreadSeconds: number) => {
    const instant = computeInstant({ rule, zone: 'UTC', spreadSeconds }, seed);
    return instant.ok ? instant.dueAt - Date.UTC(2027, 0, 1, 9) : Number.NaN;
  };

  it('lands on the same second each time, within the spread, and nowhere else without one', () => {
    const offsets = Array.from({ length: 500 }, (_, n) => due(`run_${n}`, 600));
    expect(Math.min(...offsets)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...offsets)).toBeLessThan(600_000);
    expect(new Set(offsets).size).toBeGreaterThan(250);
    expect(due('run_7', 600)).toBe(offsets[7]);
    expect(due('run_7', 0)).toBe(0);
  });

  it('refuses a spread that is no length of time', () => {
    expect(due('run_7', -1)).toBeNaN();
    expect(due('run_7', Number.NaN)).toBeNaN();
  });
});

describe('a preview', () => {
  it('counts intervals in real time and shows a date once', () => {
    const from = Date.UTC(2027, 2, 28, 0, 30);
    const every = nextInstants(
      { kind: 'after', duration: 'PT30M', from: '' },
      'Europe/Berlin',
      from,
      3,
    );
    expect(every.map((one) => one.ok && one.dueAt - from)).toEqual([
      1_800_000, 3_600_000, 5_400_000,
    ]);
    expect(nextInstants({ kind: 'date', local: '2028-01-01' }, 'UTC', from, 5)).toHaveLength(1);
    expect(nextInstants({ kind: 'date', local: 'never' }, 'UTC', from, 5)).toMatchObject([
      { ok: false },
    ]);
  });
});
