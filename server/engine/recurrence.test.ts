import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextOccurrence, nextOccurrences, type Recurrence } from './recurrence.ts';
import { scheduleConfigSchema } from './trigger-config.ts';
import { wallOfInstant } from './wall-time.ts';

const cron = (expression: string, zone: string): Recurrence => ({ kind: 'cron', expression, zone });
const rrule = (expression: string, zone: string): Recurrence => ({
  kind: 'rrule',
  expression,
  zone,
});

function show(recurrence: Recurrence, from: string, count: number): string[] {
  return nextOccurrences(recurrence, Date.parse(from), count).map(({ at, shift }) => {
    const iso = `${new Date(at).toISOString().slice(0, 16)}Z`;
    return shift === null ? iso : `${iso} ${shift}`;
  });
}

describe('S5.3 a time of day through a clock change', () => {
  it.each([
    // The gap: forward by its length, and the day is not lost.
    [
      'Europe/Berlin',
      '30 2 * * *',
      '2027-03-27T12:00Z',
      '2027-03-28T01:30Z gap',
      '2027-03-29T00:30Z',
    ],
    [
      'America/New_York',
      '30 2 * * *',
      '2027-03-13T12:00Z',
      '2027-03-14T07:30Z gap',
      '2027-03-15T06:30Z',
    ],
    [
      'America/Santiago',
      '0 0 * * *',
      '2026-09-05T12:00Z',
      '2026-09-06T04:00Z gap',
      '2026-09-07T03:00Z',
    ],
    [
      'Africa/Cairo',
      '0 0 * * *',
      '2026-04-23T12:00Z',
      '2026-04-23T22:00Z gap',
      '2026-04-24T21:00Z',
    ],
    [
      'Australia/Lord_Howe',
      '15 2 * * *',
      '2026-10-03T12:00Z',
      '2026-10-03T15:45Z gap',
      '2026-10-04T15:15Z',
    ],
    ['Asia/Kolkata', '30 2 * * *', '2027-03-27T12:00Z', '2027-03-27T21:00Z', '2027-03-28T21:00Z'],
    // The repeated hour: the first showing, and once.
    [
      'Europe/Berlin',
      '30 2 * * *',
      '2027-10-30T12:00Z',
      '2027-10-31T00:30Z overlap',
      '2027-11-01T01:30Z',
    ],
    [
      'America/New_York',
      '30 1 * * *',
      '2027-11-06T12:00Z',
      '2027-11-07T05:30Z overlap',
      '2027-11-08T06:30Z',
    ],
    [
      'America/Santiago',
      '30 23 * * *',
      '2026-04-04T12:00Z',
      '2026-04-05T02:30Z overlap',
      '2026-04-06T03:30Z',
    ],
    [
      'Africa/Cairo',
      '30 23 * * *',
      '2026-10-29T12:00Z',
      '2026-10-29T20:30Z overlap',
      '2026-10-30T21:30Z',
    ],
    [
      'Australia/Lord_Howe',
      '45 1 * * *',
      '2027-04-03T12:00Z',
      '2027-04-03T14:45Z overlap',
      '2027-04-04T15:15Z',
    ],
    ['Asia/Kolkata', '30 2 * * *', '2027-10-30T12:00Z', '2027-10-30T21:00Z', '2027-10-31T21:00Z'],
  ])('%s "%s"', (zone, expression, from, first, second) => {
    expect(show(cron(expression, zone), from, 2)).toEqual([first, second]);
    const [minute = '', hour = ''] = expression.split(' ');
    const rule = `FREQ=DAILY;BYHOUR=${hour};BYMINUTE=${minute}`;
    expect(show(rrule(rule, zone), from, 2)).toEqual([first, second]);
  });

  it('two wall times that fall on one instant are one occurrence, in the order of time', () => {
    expect(show(cron('*/30 1-4 * * *', 'Europe/Berlin'), '2027-03-28T00:20Z', 5)).toEqual([
      '2027-03-28T00:30Z',
      '2027-03-28T01:00Z gap',
      '2027-03-28T01:30Z gap',
      '2027-03-28T02:00Z',
      '2027-03-28T02:30Z',
    ]);
  });

  it('keeps the weekday of the zone on a day whose midnight is missing', () => {
    expect(show(cron('0 0 * * 5', 'Africa/Cairo'), '2026-04-20T00:00Z', 2)).toEqual([
      '2026-04-23T22:00Z gap',
      '2026-04-30T21:00Z',
    ]);
  });
});

describe('S5.3 intervals count real time through both days', () => {
  const quarterHours = (from: string, count: number): string[] =>
    Array.from({ length: count }, (_, n) =>
      new Date(Date.parse(from) + n * 900_000).toISOString().replace(':00.000Z', 'Z'),
    );

  it.each([
    ['Europe/Berlin', '2027-03-28T00:00Z'],
    ['Europe/Berlin', '2027-10-30T23:00Z'],
    ['America/New_York', '2027-03-14T06:00Z'],
    ['America/New_York', '2027-11-07T04:00Z'],
    ['America/Santiago', '2026-09-06T03:00Z'],
    ['America/Santiago', '2026-04-05T02:00Z'],
    ['Africa/Cairo', '2026-04-23T21:00Z'],
    ['Africa/Cairo', '2026-10-29T19:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T15:00Z'],
    ['Australia/Lord_Howe', '2027-04-03T14:00Z'],
    ['Asia/Kolkata', '2027-03-28T00:00Z'],
  ])('%s from %s', (zone, from) => {
    const expected = quarterHours(from, 21).slice(1);
    expect(show(cron('*/15 * * * *', zone), from, 20)).toEqual(expected);
    expect(show(rrule('FREQ=MINUTELY;INTERVAL=15', zone), from, 20)).toEqual(expected);
  });

  it('"every 90 minutes" is 90 minutes, also over a repeated hour', () => {
    const found = nextOccurrences(
      rrule('FREQ=MINUTELY;INTERVAL=90', 'Europe/Berlin'),
      Date.UTC(2027, 9, 30, 20),
      12,
    );
    const steps = found.slice(1).map(({ at }, index) => at - found[index]!.at);
    expect(new Set(steps)).toEqual(new Set([90 * 60_000]));
  });
});

describe('S5.3 against a walk through every minute', () => {
  const zones = [
    'Europe/Berlin',
    'America/New_York',
    'America/Santiago',
    'Africa/Cairo',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
  ];
  const around = [
    Date.UTC(2027, 2, 28, 1),
    Date.UTC(2027, 9, 31, 1),
    Date.UTC(2027, 2, 14, 7),
    Date.UTC(2027, 10, 7, 6),
    Date.UTC(2026, 8, 6, 4),
    Date.UTC(2026, 3, 5, 3),
    Date.UTC(2026, 3, 23, 22),
    Date.UTC(2026, 9, 29, 21),
    Date.UTC(2026, 9, 3, 15),
    Date.UTC(2027, 3, 3, 15),
  ];

  it('an interval comes at exactly the instants whose reading matches', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(...around),
        fc.integer({ min: -300, max: 120 }),
        fc.constantFrom(7, 13, 20, 25, 30, 59),
        (zone, near, offset, every) => {
          const from = near + offset * 60_000;
          let expected = from + 60_000;
          while (wallOfInstant(expected, zone).minute % every !== 0) expected += 60_000;
          expect(nextOccurrence(cron(`*/${every} * * * *`, zone), from)?.at).toBe(expected);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('from any moment the next is the first of a walk that began earlier: none lost, none twice', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(...around),
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: 0, max: 59 }),
        fc.integer({ min: -1500, max: 1500 }),
        (zone, near, hour, minute, offset) => {
          const rule = cron(`${minute} ${hour} * * *`, zone);
          const walk = nextOccurrences(rule, near - 4 * 86_400_000, 8).map(({ at }) => at);
          // One a day, on days of 23 to 25 hours.
          for (const [index, at] of walk.slice(1).entries()) {
            const hours = (at - walk[index]!) / 3_600_000;
            expect(hours).toBeGreaterThanOrEqual(22);
            expect(hours).toBeLessThanOrEqual(26);
          }
          const from = near + offset * 60_000;
          expect(nextOccurrence(rule, from)?.at).toBe(walk.find((at) => at > from));
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('S11.2 recurrence rules', () => {
  it('count weeks from a Monday unless they name a beginning', () => {
    expect(
      show(rrule('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;BYHOUR=9', 'UTC'), '2024-01-01T00:00Z', 2),
    ).toEqual(['2024-01-01T09:00Z', '2024-01-15T09:00Z']);
    const begun = 'DTSTART:20240108T090000\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO';
    expect(show(rrule(begun, 'UTC'), '2024-01-01T00:00Z', 2)).toEqual([
      '2024-01-08T09:00Z',
      '2024-01-22T09:00Z',
    ]);
  });

  it('end by COUNT or UNTIL, which are read on the zone’s clocks', () => {
    const counted = 'DTSTART:20270101T090000\nRRULE:FREQ=DAILY;COUNT=3';
    expect(show(rrule(counted, 'Europe/Berlin'), '2026-12-01T00:00Z', 9)).toEqual([
      '2027-01-01T08:00Z',
      '2027-01-02T08:00Z',
      '2027-01-03T08:00Z',
    ]);
    for (const until of ['20270102T080000Z', '20270102T090000', '20270102']) {
      const rule = rrule(`FREQ=DAILY;BYHOUR=9;UNTIL=${until}`, 'Europe/Berlin');
      expect(show(rule, '2026-12-31T12:00Z', 9), until).toEqual([
        '2027-01-01T08:00Z',
        '2027-01-02T08:00Z',
      ]);
    }
  });

  it('the last Friday of the month, at five', () => {
    const rule = rrule('FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=17', 'Europe/Berlin');
    expect(show(rule, '2027-03-01T00:00Z', 2)).toEqual(['2027-03-26T16:00Z', '2027-04-30T15:00Z']);
  });
});

describe('S11.2 what cannot be a schedule is refused when it is published', () => {
  const problem = (kind: string, expression: string): string | null => {
    const parsed = scheduleConfigSchema.safeParse({ kind, expression });
    return parsed.error?.issues[0]?.message ?? null;
  };

  it.each([
    ['cron', '0 0 30 2 *'],
    ['cron', '0 0 31 4,6,9,11 *'],
    ['cron', '* * * * * *'],
    ['cron', '0 25 * * *'],
    ['cron', '@daily'],
    ['rrule', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'],
    ['rrule', 'FREQ=SECONDLY'],
    ['rrule', 'FREQ=DAILY;COUNT=3'],
    ['rrule', 'FREQ=DAILY;BYHOUR=25'],
    ['rrule', 'FREQ=DAILY;INTERVAL=0'],
    ['rrule', 'FREQ=DAILY;FOO=1'],
    ['rrule', 'DTSTART;TZID=Europe/Berlin:20270101T090000\nRRULE:FREQ=DAILY'],
    ['rrule', 'FREQ=DAILY\nRRULE:FREQ=WEEKLY'],
    ['rrule', 'every day'],
    ['rrule', ''],
  ])('%s "%s"', (kind, expression) => {
    expect(problem(kind, expression)).not.toBeNull();
  });

  it.each([
    ['cron', '0 9 * * 1-5'],
    ['cron', '0 0 29 2 *'],
    ['cron', '*/7 8-18/2 1,15 jan-mar sun'],
    ['rrule', 'RRULE:FREQ=WEEKLY;BYDAY=MO,WE;BYHOUR=9;BYMINUTE=30'],
    ['rrule', 'FREQ=DAILY;UNTIL=20250101T000000Z'],
    ['rrule', 'freq=monthly;byday=-1fr'],
  ])('%s "%s" is fine', (kind, expression) => {
    expect(problem(kind, expression)).toBeNull();
  });
});
