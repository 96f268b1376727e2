import type { Draft, FormOf } from '../form.ts';
import type { waitUntil } from './definition.ts';

const hasDate = ({ date }: Draft): boolean => date !== undefined;

/** Without the keys that only the other way knows. */
function without(config: Draft, ...names: readonly string[]): Draft {
  return Object.fromEntries(Object.entries(config).filter(([name]) => !names.includes(name)));
}

export const waitUntilForm: FormOf<typeof waitUntil> = {
  kind: 'wait_until',
  intro: 'Waits for a time of day or for a date, on the clock of your choice.',
  ways: [
    {
      id: 'time',
      label: 'A time of day',
      help: 'The next time that the clock shows it, on the days you choose.',
      isChosen: (config) => !hasDate(config),
      choose: (config) => ({
        at: '09:00',
        days: 'weekdays',
        ...without(config, 'date', 'ifMissing'),
      }),
    },
    {
      id: 'date',
      label: 'A date from data',
      help: 'Such as the day of an event, or the end of a trial.',
      isChosen: hasDate,
      choose: (config) => ({ date: '', ...without(config, 'days') }),
    },
  ],
  fields: {
    date: {
      label: 'Date',
      help: 'A date such as 2027-02-01, with or without a time. With an offset it means one instant everywhere.',
      placeholder: '{{ trigger.event_date }}',
      group: 'basic',
      required: true,
      widget: { kind: 'liquid', lines: 'one', holds: 'date' },
      visible: hasDate,
    },
    at: {
      label: 'Time of day',
      help: 'On a 24-hour clock. For dates that carry no time, the time on that day.',
      placeholder: '09:00',
      group: 'basic',
      required: true,
      widget: { kind: 'time_of_day' },
    },
    days: {
      label: 'On which days',
      group: 'basic',
      required: false,
      widget: { kind: 'days' },
      visible: (config) => !hasDate(config),
    },
    zone: {
      label: 'Whose clock',
      help: 'The contact’s clock follows them when they move.',
      group: 'basic',
      required: false,
      widget: { kind: 'zone' },
    },
    ifMissing: {
      label: 'If there is no such date',
      help: 'Missing, unreadable or already past. It is never taken for now.',
      group: 'basic',
      required: false,
      widget: {
        kind: 'choice',
        as: 'buttons',
        options: [
          { value: 'stop', label: 'Fail the step', help: 'The run stops, or goes on by “Failed”.' },
          { value: 'skip', label: 'Take another path', help: 'By the port “No date to wait for”.' },
          { value: 'go_on', label: 'Go on', help: 'Without having waited.' },
        ],
      },
      visible: hasDate,
    },
    spreadSeconds: {
      label: 'Spread over',
      help: 'People go on one after another over this time, so that not all mail leaves at once.',
      group: 'basic',
      required: false,
      widget: {
        kind: 'number',
        min: 0,
        max: 86_400,
        step: 1,
        whole: true,
        unit: 'seconds',
        presets: [
          { value: 0, label: 'Exactly on time' },
          { value: 600, label: '10 minutes' },
          { value: 3600, label: '1 hour' },
        ],
      },
    },
  },
  empty: () => ({ at: '09:00', days: 'weekdays', zone: 'contact', spreadSeconds: 600 }),
};
