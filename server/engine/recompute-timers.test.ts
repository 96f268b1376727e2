import { describe, expect, it } from 'vitest';
import type { OpenTimer } from './event.ts';
import { recomputed } from './recompute-timers.ts';
import type { TimerRule } from './timer-rule.ts';

const at = (iso: string): number => Date.parse(iso);

const timer = (rule: TimerRule, zone: string, due: string): OpenTimer => ({
  timerId: 'tmr_1',
  rule,
  zone,
  spreadSeconds: 0,
  dueAt: at(due),
});

const nineAt = (from: string, clock: boolean): TimerRule => ({
  kind: 'wall_clock',
  at: '09:00',
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  from,
  ...(clock ? { clock: 'contact' as const } : {}),
});

const show = (one: OpenTimer, now: string, contactZone: string): string | null => {
  const moved = recomputed(one, { runId: 'run_1', now: at(now), contactZone });
  return moved === null ? null : `${new Date(moved.dueAt).toISOString()} ${moved.zone}`;
};

describe('S5.1 computing a timer anew', () => {
  const friday = '2027-03-26T18:30:00.000Z';

  it('uses the offset of the target day in the new zone', () => {
    // Berlin changes its clocks between Friday and Monday, New York two weeks earlier.
    const one = timer(nineAt(friday, true), 'Europe/Berlin', '2027-03-29T07:00:00Z');
    expect(show(one, friday, 'America/New_York')).toBe('2027-03-29T13:00:00.000Z America/New_York');
    expect(show(one, friday, 'Europe/Berlin')).toBeNull();
  });

  it('judges the weekday by the new zone', () => {
    // Late on Friday in New York it is Saturday in Tokyo.
    const one = timer(nineAt('2027-01-15T12:00:00Z', true), 'UTC', '2027-01-18T09:00:00Z');
    expect(show(one, '2027-01-15T12:00:00Z', 'Pacific/Auckland')).toBe(
      '2027-01-17T20:00:00.000Z Pacific/Auckland',
    );
  });

  it('leaves a rule about another clock where it is', () => {
    const one = timer(nineAt(friday, false), 'Europe/Berlin', '2027-03-29T07:00:00Z');
    expect(show(one, friday, 'America/New_York')).toBeNull();
  });

  it('never means now: an hour that is over in the new zone is the next one', () => {
    const one = timer(nineAt(friday, true), 'America/New_York', '2027-03-29T13:00:00Z');
    expect(show(one, '2027-03-29T12:00:00Z', 'Europe/Berlin')).toBe(
      '2027-03-30T07:00:00.000Z Europe/Berlin',
    );
  });

  it('leaves everything where it is for a zone that does not exist', () => {
    const one = timer(nineAt(friday, true), 'Europe/Berlin', '2027-03-29T07:00:00Z');
    expect(show(one, friday, 'Mars/Olympus')).toBeNull();
  });
});
