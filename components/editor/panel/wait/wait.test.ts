import { describe, expect, it } from 'vitest';
import { documentSchema, type DocumentStep } from '#server/engine/document.ts';
import type { Sample } from '../preview/sample-store.ts';
import { sampleSimulation } from '../preview/sample-simulation.ts';
import { clockChangeWords } from './clock-change-words.ts';
import { dayStrip } from './day-strip.ts';
import { sampleWait } from './sample-wait.ts';
import { waitSentence } from './wait-sentence.ts';

const FRIDAY = Date.parse('2026-10-23T13:20:00Z');
const step = (kind: string, config: DocumentStep['config']): DocumentStep => ({
  id: 'wait',
  kind,
  name: 'Wait',
  config,
});
const weekday = step('wait_until', {
  at: '09:00',
  days: 'weekdays',
  zone: 'contact',
  spreadSeconds: 600,
});
const sampleIn = (timezone: string | null, payload = {}): Sample => ({
  kind: 'made_up',
  id: '',
  name: 'Maya',
  contact: { email: 'maya@example.com', name: 'Maya', timezone, attributes: {} },
  payload,
  outputs: new Map(),
});
const waitOf = (of: DocumentStep, sample: Sample) => {
  const document = documentSchema.parse({
    format: 'holdfast/automation@1',
    name: 'Test',
    trigger: { kind: 'manual', config: {} },
    settings: { timezone: 'Europe/Berlin' },
    steps: [of],
    edges: [],
  });
  return sampleWait(of, sampleSimulation({ document, stepId: of.id, sample, now: FRIDAY }));
};
const firstOf = (wait: ReturnType<typeof sampleWait>): string | null =>
  wait?.kind === 'times' ? new Date(wait.preview.times[0]?.at ?? 0).toISOString() : null;
const read = (of: DocumentStep): string =>
  waitSentence(of, [])
    .map(({ text, field }) => (field === null ? text : `[${text}]`))
    .join('');

describe('a wait in plain words', () => {
  it('is one sentence whose words stand for the settings', () => {
    expect(read(weekday)).toBe(
      'Wait until [09:00] on the next [weekday] in [the contact’s] time zone, spread over [10 minutes].',
    );
    const date = {
      date: '{{ trigger.event_date }}',
      zone: 'Asia/Kolkata',
      spreadSeconds: 0,
      ifMissing: 'skip',
    };
    expect(read(step('wait_until', date))).toBe(
      'Wait until [Trigger: event date] in [Asia/Kolkata] time, [exactly on time]. Without a date, [take another path].',
    );
    expect(read(step('wait_for', { duration: 'P3D' }))).toBe('Wait [3 days], then go on.');
  });

  it('asks for what is not settled yet', () => {
    expect(read(step('wait_until', {}))).toContain('[what time?]');
    expect(read(step('wait_until', { date: '' }))).toContain('[which date?]');
    expect(read(step('wait_for', {}))).toBe('Wait [how long?], then go on.');
  });
});

describe('when a wait would end', () => {
  it('is on the clock of the sample’s contact, or the automation’s where it has none', () => {
    expect(firstOf(waitOf(weekday, sampleIn('America/New_York')))).toBe('2026-10-26T13:00:00.000Z');
    expect(firstOf(waitOf(weekday, sampleIn(null)))).toBe('2026-10-26T08:00:00.000Z');
    expect(waitOf(weekday, sampleIn('Nowhere/Else'))).toMatchObject({ zoneOf: 'automation' });
  });

  it('comes from the sample’s data, and says what happens where there is no date', () => {
    const dated = step('wait_until', {
      date: '{{ trigger.day }}',
      at: '10:00',
      zone: 'contact',
      ifMissing: 'skip',
    });
    expect(firstOf(waitOf(dated, sampleIn('Europe/Berlin', { day: '2026-11-02' })))).toBe(
      '2026-11-02T09:00:00.000Z',
    );
    expect(waitOf(dated, sampleIn('Europe/Berlin'))).toMatchObject({
      kind: 'no_date',
      then: 'The run takes the path “No date to wait for”.',
    });
    expect(waitOf(dated, sampleIn('Europe/Berlin', { day: '2026-01-01' }))).toMatchObject({
      kind: 'no_date',
      message: 'The date to wait for has already passed.',
    });
  });

  it('is laid out over the week, with the clock change in its place', () => {
    const wait = waitOf(weekday, sampleIn('Europe/Berlin'));
    const times = wait?.kind === 'times' ? wait.preview.times.map(({ at }) => at) : [];
    const strip = dayStrip(times, 'Europe/Berlin', FRIDAY);
    expect(strip.days.map(({ label, hasTime }) => `${label} ${hasTime}`)).toEqual([
      'Fri 23 false',
      'Sat 24 false',
      'Sun 25 false',
      'Mon 26 true',
      'Tue 27 true',
      'Wed 28 true',
      'Thu 29 true',
    ]);
    expect(strip.now).toBeCloseTo((15 * 60 + 20) / 1440);
    expect(strip.times[0]).toBeCloseTo(3 + 9 / 24);
    expect(strip.change?.words).toBe('clocks go back');
    expect(Math.floor(strip.change?.place ?? 0)).toBe(2);
  });

  it('says what a clock change on the way does', () => {
    expect(clockChangeWords(FRIDAY, FRIDAY + 7 * 86_400_000, 'Europe/Berlin')).toEqual({
      title: 'Clocks go back',
      when: 'on Sun 25 Oct, 03:00 → 02:00.',
      effect: 'The wait is 1 hour longer',
    });
    const spring = Date.parse('2027-03-27T12:00:00Z');
    expect(clockChangeWords(spring, spring + 86_400_000, 'Europe/Berlin')).toMatchObject({
      title: 'Clocks go forward',
      when: 'on Sun 28 Mar, 02:00 → 03:00.',
    });
    const lordHowe = Date.parse('2026-10-03T00:00:00Z');
    expect(clockChangeWords(lordHowe, lordHowe + 2 * 86_400_000, 'Australia/Lord_Howe')).toEqual({
      title: 'Clocks go forward',
      when: 'on Sun 4 Oct, 02:00 → 02:30.',
      effect: 'The wait is 30 minutes shorter',
    });
    expect(clockChangeWords(FRIDAY, FRIDAY + 3_600_000, 'Europe/Berlin')).toBeNull();
  });
});
