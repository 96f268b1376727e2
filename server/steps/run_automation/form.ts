import type { Draft, FormOf } from '../form.ts';
import type { runAutomation } from './definition.ts';

export const runAutomationForm: FormOf<typeof runAutomation> = {
  kind: 'run_automation',
  intro: 'Starts another automation for the same contact, and waits for its end if you like.',
  fields: {
    automation: {
      label: 'Automation',
      group: 'basic',
      required: true,
      widget: { kind: 'automation' },
    },
    wait: {
      label: 'Wait until it has ended',
      group: 'basic',
      required: false,
      widget: { kind: 'switch' },
    },
    patience: {
      label: 'For at most',
      help: 'After that, this run goes on by “Failed”.',
      group: 'basic',
      required: false,
      widget: { kind: 'duration', presets: ['P1D', 'P1W', 'P30D', 'P90D'] },
      visible: ({ wait }: Draft) => wait !== false,
    },
    whenLate: {
      label: 'After that, the other run',
      group: 'advanced',
      required: false,
      widget: {
        kind: 'choice',
        as: 'buttons',
        options: [
          { value: 'leave', label: 'goes on by itself' },
          { value: 'cancel', label: 'is cancelled' },
        ],
      },
      visible: ({ wait }: Draft) => wait !== false,
    },
    input: {
      label: 'What it is given',
      help: 'It reads these as its trigger’s data.',
      group: 'advanced',
      required: false,
      widget: {
        kind: 'key_values',
        values: 'text',
        key: { label: 'Name', placeholder: 'plan' },
        value: { label: 'Value', placeholder: '{{ trigger.plan }}' },
        add: 'Add a value',
      },
    },
  },
  empty: () => ({ automation: '', input: {}, wait: true, patience: 'P90D', whenLate: 'leave' }),
};
