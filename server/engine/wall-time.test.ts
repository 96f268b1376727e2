import { describe, expect, it } from 'vitest';
import { computeInstant } from './instant.ts';

function date(local: string, zone: string): string {
  const request = { rule: { kind: 'date' as const, local }, zone, spreadSeconds: 0 };
  const instant = computeInstant(request, 'run_1');
  if (!instant.ok) return instant.error.code;
  const iso = new Date(instant.dueAt).toISOString().replace('.000Z', 'Z');
  return instant.shift === null ? iso : `${iso} ${instant.shift}`;
}

describe('S5.3 a wall time that a clock change skips moves forward by the gap', () => {
  it.each([
    ['Europe/Berlin', '2027-03-28T02:30', '2027-03-28T01:30:00Z gap'], // 03:30 CEST
    ['America/New_York', '2027-03-14T02:30', '2027-03-14T07:30:00Z gap'], // 03:30 EDT
    ['America/Santiago', '2026-09-06T00:00', '2026-09-06T04:00:00Z gap'], // 01:00 -03
    ['America/Santiago', '2026-09-06T00:30', '2026-09-06T04:30:00Z gap'],
    ['Africa/Cairo', '2026-04-24T00:00', '2026-04-23T22:00:00Z gap'], // 01:00 EEST
    ['America/Havana', '2026-03-08T00:30', '2026-03-08T05:30:00Z gap'], // 01:30 CDT
    ['Asia/Beirut', '2026-03-29T00:00', '2026-03-28T22:00:00Z gap'],
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00Z gap'], // 02:45 +11
    ['Pacific/Apia', '2011-12-30T12:00', '2011-12-30T22:00:00Z gap'], // a whole day
  ])('%s %s', (zone, local, expected) => {
    expect(date(local, zone)).toBe(expected);
  });
});

describe('S5.3 a wall time that comes twice means the first', () => {
  it.each([
    ['Europe/Berlin', '2027-10-31T02:30', '2027-10-31T00:30:00Z overlap'],
    ['America/New_York', '2027-11-07T01:30', '2027-11-07T05:30:00Z overlap'],
    ['America/Santiago', '2026-04-04T23:30', '2026-04-05T02:30:00Z overlap'],
    ['Africa/Cairo', '2026-10-29T23:30', '2026-10-29T20:30:00Z overlap'],
    ['Australia/Lord_Howe', '2027-04-04T01:45', '2027-04-03T14:45:00Z overlap'],
  ])('%s %s', (zone, local, expected) => {
    expect(date(local, zone)).toBe(expected);
  });
});

describe('S5.3 the edges of both are ordinary times', () => {
  it.each([
    ['Europe/Berlin', '2027-03-28T01:59', '2027-03-28T00:59:00Z'],
    ['Europe/Berlin', '2027-03-28T03:00', '2027-03-28T01:00:00Z'],
    ['Europe/Berlin', '2027-10-31T01:59', '2027-10-30T23:59:00Z'],
    ['Europe/Berlin', '2027-10-31T03:00', '2027-10-31T02:00:00Z'],
    ['Asia/Kolkata', '2027-03-28T02:30', '2027-03-27T21:00:00Z'],
    ['UTC', '2027-03-28T02:30', '2027-03-28T02:30:00Z'],
  ])('%s %s', (zone, local, expected) => {
    expect(date(local, zone)).toBe(expected);
  });
});
