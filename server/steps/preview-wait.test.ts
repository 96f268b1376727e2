import { describe, expect, it } from 'vitest';
import { settingsSchema } from '#server/engine/document.ts';
import { previewSchedule } from '#server/engine/preview-schedule.ts';
import { previewWait } from './preview-wait.ts';

const settings = settingsSchema.parse({ timezone: 'Europe/Berlin' });
const schedule = (config: Readonly<Record<string, unknown>>, from: string) =>
  previewSchedule({ trigger: { kind: 'schedule', config }, settings }, Date.parse(from));
const wait = (kind: string, config: Readonly<Record<string, unknown>>, from: string) =>
  previewWait({ kind, config }, settings, Date.parse(from));
const shown = (preview: ReturnType<typeof schedule>): string[] =>
  (preview?.times ?? []).map(
    ({ at, shift }) => `${new Date(at).toISOString().slice(0, 16)} ${shift}`,
  );

describe('S5.3 the next ten instants of a rule', () => {
  it('of a schedule, in its zone or the automation’s, marking the shifted one', () => {
    const preview = schedule({ expression: '30 2 * * *' }, '2027-03-26T12:00Z');
    expect(preview?.zone).toBe('Europe/Berlin');
    expect(preview?.times).toHaveLength(10);
    expect(shown(preview).slice(0, 3)).toEqual([
      '2027-03-27T01:30 null',
      '2027-03-28T01:30 gap',
      '2027-03-29T00:30 null',
    ]);
    const elsewhere = schedule(
      { expression: '0 9 * * 1', zone: 'America/New_York' },
      '2027-03-10T12:00Z',
    );
    expect(shown(elsewhere)[0]).toBe('2027-03-15T13:00 null');
  });

  it('of a rule that ends, those that are left', () => {
    const rule = { kind: 'rrule', expression: 'FREQ=DAILY;BYHOUR=9;UNTIL=20270103T080000Z' };
    expect(schedule(rule, '2027-01-01T12:00Z')?.times).toHaveLength(2);
  });

  it('of a wait for a time of day, marking the one that comes twice', () => {
    const preview = wait(
      'wait_until',
      { at: '02:30', days: 'daily', zone: 'contact' },
      '2027-10-30T12:00Z',
    );
    expect(preview?.times).toHaveLength(10);
    expect(shown(preview).slice(0, 2)).toEqual([
      '2027-10-31T00:30 overlap',
      '2027-11-01T01:30 null',
    ]);
  });

  it('of a length of time and of a fixed date, the one that there is', () => {
    expect(shown(wait('wait_for', { duration: 'P1D' }, '2027-03-27T01:30Z'))).toEqual([
      '2027-03-28T01:30 gap',
    ]);
    const date = { date: '2027-05-01', at: '10:00', zone: 'Asia/Kolkata' };
    expect(shown(wait('wait_until', date, '2027-03-27T01:30Z'))).toEqual(['2027-05-01T04:30 null']);
    expect(shown(wait('wait_until', date, '2027-06-01T00:00Z'))).toEqual([]);
  });

  it('of what cannot be known or read, none', () => {
    expect(wait('wait_until', { date: '{{ trigger.when }}' }, '2027-01-01T00:00Z')).toBeNull();
    expect(wait('wait_until', { at: '25:00' }, '2027-01-01T00:00Z')).toBeNull();
    expect(wait('send_email', {}, '2027-01-01T00:00Z')).toBeNull();
    expect(schedule({ expression: 'sometimes' }, '2027-01-01T00:00Z')).toBeNull();
    expect(previewSchedule({ trigger: { kind: 'manual', config: {} }, settings }, 0)).toBeNull();
  });
});
