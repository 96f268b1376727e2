import { describe, expect, test } from 'vitest';
import { mayaRun } from './fixtures/maya-run.ts';
import { describeRule } from './timer-words.ts';

const [wait, deadline] = mayaRun().timers;

describe('a timer’s rule in words', () => {
  test('S5.7 the spread of this run is told beside the rule', () => {
    expect(describeRule(wait!)).toBe('09:00 on the next weekday, + 6 m 12 s spread');
  });

  test('deadlines, single days, dates and unreadable rules', () => {
    expect(describeRule(deadline!)).toBe('24 hours after asking');
    expect(
      describeRule({
        ...wait!,
        spreadSeconds: 0,
        rule: {
          kind: 'wall_clock',
          at: '10:00',
          days: ['mon', 'thu'],
          from: '2026-10-23T16:42:07.000Z',
        },
      }),
    ).toBe('10:00 on the next Monday or Thursday');
    expect(describeRule({ ...wait!, rule: { kind: 'date', local: '2026-12-24T09:00' } })).toBe(
      'the date 2026-12-24 09:00',
    );
    expect(describeRule({ ...wait!, rule: null })).toBe('A rule that this page cannot read');
  });
});
