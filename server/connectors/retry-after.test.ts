import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideRetry } from '#server/engine/retry-policy.ts';
import { MAX_RETRY_AFTER_SECONDS, parseRetryAfter, retryAfterOf } from './retry-after.ts';

const NOW = Date.parse('2027-01-15T09:00:00.000Z');

describe('parseRetryAfter', () => {
  it.each([
    ['120', 120],
    [' 7 ', 7],
    ['0', 0],
    ['1.2', 2],
    ['Fri, 15 Jan 2027 09:05:00 GMT', 300],
    ['Fri, 15 Jan 2027 08:00:00 GMT', 0],
    ['999999999999', MAX_RETRY_AFTER_SECONDS],
    ['Fri, 15 Jan 2100 09:00:00 GMT', MAX_RETRY_AFTER_SECONDS],
  ])('S4.2 reads %j as %d seconds', (header, seconds) => {
    expect(parseRetryAfter(header, NOW)).toBe(seconds);
  });

  it.each([
    null,
    undefined,
    '',
    'soon',
    '-5',
    'NaN',
    'Infinity',
    '1e9',
    'Fri, 99 Jan 2027',
    '2027-01-15',
  ])('S4.2 leaves our own schedule in place for %j', (header) => {
    expect(parseRetryAfter(header, NOW)).toBeUndefined();
  });

  it('S4.2 gives whole seconds within a year, whatever comes in', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const seconds = parseRetryAfter(header, NOW);
        if (seconds === undefined) return;
        expect(
          Number.isInteger(seconds) && seconds >= 0 && seconds <= MAX_RETRY_AFTER_SECONDS,
        ).toBe(true);
      }),
    );
  });

  it('S4.2 measures a date by the clock of the one who sent it', () => {
    const headers = new Headers({
      date: 'Fri, 15 Jan 2027 09:00:00 GMT',
      'retry-after': 'Fri, 15 Jan 2027 09:01:00 GMT',
    });
    expect(retryAfterOf(headers, NOW + 3_600_000)).toBe(60);
  });
});

it('S4.2 an absurd Retry-After, as seconds or as a date, parks the step instead of retrying it', () => {
  const now = Date.parse('2027-01-04T09:00:00Z');
  for (const header of ['999999999999', '90000', 'Fri, 15 Jan 2100 09:00:00 GMT']) {
    expect(decideRetry('io', 1, 0.5, parseRetryAfter(header, now))).toEqual({ kind: 'park' });
  }
  expect(decideRetry('io', 1, 0.5, parseRetryAfter('Mon, 04 Jan 2027 09:02:00 GMT', now))).toEqual({
    kind: 'retry',
    delayMs: 120_000,
    retryAfter: true,
  });
});
