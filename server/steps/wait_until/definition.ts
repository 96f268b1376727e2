import { z } from 'zod';
import type { Entry, EnterContext, StepDefinition } from '#server/engine/definition.ts';
import type { StepError } from '#server/engine/event.ts';
import { NEXT, templateSchema } from '../fields.ts';
import { isoInstant } from '../instant.ts';
import { daysSchema, describeDays, expandDays } from '../weekdays.ts';
import { describeZone, resolveZone, zoneSchema } from '../zone.ts';
import { readDate } from './read-date.ts';

/**
 * Either a time of day on certain days (`at`, `days`), or a date from data (`date`, with `at` for
 * dates that carry no time). The two share zone and spread.
 */
const config = z
  .strictObject({
    at: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use 24-hour time such as 09:00')
      .optional(),
    days: daysSchema.optional(),
    date: templateSchema('the date', 1000).optional(),
    zone: zoneSchema.default('contact'),
    /** Runs are spread over this many seconds after the moment; 0 for exact. */
    spreadSeconds: z.int().min(0).max(86_400).default(600),
    /** What to do when the date is missing, unreadable or already past. Never: go on as if now were meant. */
    ifMissing: z.enum(['skip', 'stop', 'go_on']).default('stop'),
  })
  .refine(({ at, date }) => at !== undefined || date !== undefined, {
    path: ['at'],
    message: 'Choose a time of day or a date',
  })
  .refine(({ days, date }) => days === undefined || date === undefined, {
    path: ['days'],
    message: 'Days go with a time of day, not with a date',
  });

type WaitUntilConfig = z.output<typeof config>;

const SKIPPED = { id: 'skipped', label: 'No date to wait for' };

function describe({ at, days, date, zone }: WaitUntilConfig): string {
  if (date === undefined)
    return `Wait until ${at ?? ''} on the next ${describeDays(days ?? 'daily')}, ${describeZone(zone)}`;
  return `Wait until ${date.trim()}${at === undefined ? '' : ` at ${at}`}, ${describeZone(zone)}`;
}

/** What the timeline says when the run goes on without having waited. */
const NOTES: Readonly<Record<string, string>> = {
  date_in_the_past: 'the date had passed, so it did not wait',
  unreadable_date: 'the date cannot be read, so it did not wait',
  unknown_time_zone: 'the time zone is not one that exists, so it did not wait',
};

function withoutDate(policy: WaitUntilConfig['ifMissing'], error: StepError): Entry {
  if (policy === 'stop') return { kind: 'fail', error: { ...error, code: 'no_date' } };
  const note = NOTES[error.code] ?? 'there was no date, so it did not wait';
  return { kind: 'pass', port: policy === 'skip' ? SKIPPED.id : NEXT.id, note };
}

/** A wait on the contact's clock moves with the contact. */
function clockOf({ zone }: WaitUntilConfig): { clock?: 'contact' } {
  return zone === 'contact' ? { clock: 'contact' } : {};
}

function enterDate(template: string, settings: WaitUntilConfig, context: EnterContext): Entry {
  const rendered = context.render(template, context.data);
  if (!rendered.ok)
    return withoutDate(settings.ifMissing, {
      code: 'no_date',
      message: `There is no date to wait for: ${rendered.error.message}`,
    });
  const zone = resolveZone(settings.zone, context);
  const reading = readDate(rendered.text, settings.at ?? '09:00', zone, context.now);
  if (!reading.ok) return withoutDate(settings.ifMissing, reading.error);
  const rule = { ...reading.rule, ...clockOf(settings) };
  return { kind: 'wait_timer', timer: { rule, zone, spreadSeconds: settings.spreadSeconds } };
}

export const waitUntil: StepDefinition<WaitUntilConfig> = {
  kind: 'wait_until',
  title: 'Wait until a time',
  group: 'wait',
  icon: 'calendar-clock',
  config,
  lane: null,
  canFail: true,
  waits: true,
  ports: ({ date, ifMissing }) =>
    date !== undefined && ifMissing === 'skip' ? [NEXT, SKIPPED] : [NEXT],
  sentence: describe,
  templates: ({ date }) => (date === undefined ? [] : [{ field: 'date', template: date }]),
  outputFields: [],
  enter: (settings, context) =>
    settings.date !== undefined
      ? enterDate(settings.date, settings, context)
      : {
          kind: 'wait_timer',
          timer: {
            rule: {
              kind: 'wall_clock',
              at: settings.at ?? '09:00',
              days: expandDays(settings.days ?? 'daily'),
              from: isoInstant(context.now),
              ...clockOf(settings),
            },
            zone: resolveZone(settings.zone, context),
            spreadSeconds: settings.spreadSeconds,
          },
        },
};
