/**
 * Prints instants around clock changes as JSON: run by a test under several host zones, since what
 * a worker's own clock is set to must not matter. Not a test by itself.
 */
import { computeInstant } from '#server/engine/instant.ts';
import { nextOccurrences } from '#server/engine/recurrence.ts';
import type { TimerRule, Weekday } from '#server/engine/timer-rule.ts';

const DAYS: Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Zone, the day before its clock goes forward, the day before it goes back. */
const ZONES = [
  ['Europe/Berlin', '2027-03-27T06:00:00Z', '2027-10-30T06:00:00Z'],
  ['America/New_York', '2027-03-13T06:00:00Z', '2027-11-06T06:00:00Z'],
  ['America/Santiago', '2026-09-05T06:00:00Z', '2026-04-04T06:00:00Z'],
  ['Africa/Cairo', '2026-04-23T06:00:00Z', '2026-10-29T06:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T06:00:00Z', '2027-04-03T06:00:00Z'],
  ['Asia/Kolkata', '2027-03-27T06:00:00Z', '2027-10-30T06:00:00Z'],
] as const;

const instantOf = (rule: TimerRule, zone: string): string => {
  const instant = computeInstant({ rule, zone, spreadSeconds: 600 }, 'run_1');
  return instant.ok ? `${instant.dueAt} ${instant.shift ?? ''}` : instant.error.code;
};

const rows = ZONES.flatMap(([zone, ...days]) =>
  days.map((from) => ({
    zone,
    from,
    waits: ['00:00', '00:30', '01:30', '02:15', '02:30', '09:00', '23:30'].map((at) =>
      instantOf({ kind: 'wall_clock', at, days: DAYS, from }, zone),
    ),
    deadlines: ['P1D', 'PT24H', 'P1DT12H', 'PT15M'].map((duration) =>
      instantOf({ kind: 'after', duration, from }, zone),
    ),
    dates: [
      instantOf({ kind: 'date', local: from.slice(0, 10) }, zone),
      instantOf({ kind: 'date', local: from.replace('Z', '') }, zone),
      instantOf({ kind: 'date', local: from }, zone),
    ],
    schedules: ['0 0 * * *', '30 2 * * *', '*/15 * * * *', '0 9 * * 1-5'].map((expression) =>
      nextOccurrences({ kind: 'cron', expression, zone }, Date.parse(from), 4),
    ),
    rules: ['FREQ=DAILY;BYHOUR=2;BYMINUTE=30', 'FREQ=HOURLY;INTERVAL=7'].map((expression) =>
      nextOccurrences({ kind: 'rrule', expression, zone }, Date.parse(from), 4),
    ),
  })),
);

process.stdout.write(JSON.stringify(rows));
