import { describe, expect, test } from 'vitest';
import { describeClockChange, firstClockChange } from './clock-changes.ts';
import { formatDuration } from './format-duration.ts';
import { formatInstant, formatNear, formatWhen, formatWithUtc, hoverTimes } from './format-time.ts';
import { offsetMinutes } from './wall-clock.ts';

const at = (text: string): Date => new Date(text);
const NOW = at('2026-10-26T13:05:00Z');
const BERLIN = 'Europe/Berlin';

describe('times as the product writes them', () => {
  test('the reader’s zone with weekday', () => {
    expect(formatInstant(at('2026-10-23T16:42:07Z'), BERLIN)).toBe('Fri 23 Oct 18:42');
    expect(formatInstant(at('2027-01-01T00:30:00Z'), BERLIN, NOW)).toBe('Fri 1 Jan 2027 01:30');
  });

  test('near times leave away what cannot be mistaken', () => {
    expect(formatNear(at('2026-10-26T15:03:00Z'), BERLIN, NOW)).toBe('16:03');
    expect(formatNear(at('2026-10-27T10:40:00Z'), BERLIN, NOW)).toBe('Tue 11:40');
    expect(formatNear(at('2026-11-02T10:40:00Z'), BERLIN, NOW)).toBe('Mon 2 Nov 11:40');
    expect(formatWhen(at('2026-10-26T15:03:00Z'), BERLIN, NOW)).toBe('Today 16:03');
  });

  test('S5.1 an instant is proved by its zone’s name and UTC', () => {
    expect(formatWithUtc(at('2026-10-26T08:06:12Z'), BERLIN)).toBe(
      'Mon 26 Oct 09:06:12 CET · 08:06:12 UTC',
    );
    expect(formatWithUtc(at('2026-10-25T23:30:00Z'), BERLIN)).toBe(
      'Mon 26 Oct 00:30:00 CET · Sun 25 Oct 23:30:00 UTC',
    );
  });

  test('hovering tells UTC, and the contact’s clock where it differs', () => {
    const lines = hoverTimes(at('2026-10-26T08:00:00Z'), BERLIN, 'Asia/Tokyo').split('\n');
    expect(lines).toEqual([
      'Mon 26 Oct 09:00:00 in Europe/Berlin',
      'Mon 26 Oct 08:00:00 UTC',
      'Mon 26 Oct 17:00:00 in Asia/Tokyo, the contact’s zone',
    ]);
    expect(hoverTimes(at('2026-10-26T08:00:00Z'), BERLIN, BERLIN)).not.toContain('contact');
  });

  test('durations', () => {
    expect(formatDuration(((2 * 24 + 15) * 60 + 24) * 60_000)).toBe('2 d 15 h 24 m');
    expect(formatDuration(21 * 3_600_000)).toBe('21 h');
    expect(formatDuration(372_000)).toBe('6 m 12 s');
    expect(formatDuration(300)).toBe('0.3 s');
    expect(formatDuration(-5)).toBe('0 s');
  });
});

describe('clock changes', () => {
  test('S5.3 finds the change inside a wait and says it as people do', () => {
    const change = firstClockChange(at('2026-10-23T16:00:00Z'), NOW, BERLIN)!;
    expect(change).toEqual({ at: at('2026-10-25T01:00:00Z'), minutes: -60 });
    expect(describeClockChange(change, BERLIN, 'past')).toBe('Clocks went back on Sunday at 03:00');
    const spring = firstClockChange(
      at('2027-03-20T00:00:00Z'),
      at('2027-04-01T00:00:00Z'),
      BERLIN,
    )!;
    expect(describeClockChange(spring, BERLIN, 'future')).toBe(
      'Clocks go forward on Sunday at 02:00',
    );
  });

  test('a half-hour change and a zone without any', () => {
    expect(
      firstClockChange(
        at('2026-10-01T00:00:00Z'),
        at('2026-10-10T00:00:00Z'),
        'Australia/Lord_Howe',
      )?.minutes,
    ).toBe(30);
    expect(
      firstClockChange(at('2026-01-01T00:00:00Z'), at('2027-01-01T00:00:00Z'), 'Asia/Kolkata'),
    ).toBeNull();
    expect(offsetMinutes(NOW, 'Asia/Kolkata')).toBe(330);
  });
});
