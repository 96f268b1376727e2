import type { Draft, FormOf } from '../form.ts';
import type { join } from './definition.ts';

export const joinForm: FormOf<typeof join> = {
  kind: 'join',
  intro:
    'Brings paths that run at the same time together again. A path that ended or failed is not waited for.',
  fields: {
    mode: {
      label: 'Go on',
      group: 'basic',
      required: false,
      widget: {
        kind: 'choice',
        as: 'buttons',
        options: [
          { value: 'all', label: 'When all have arrived' },
          { value: 'any', label: 'With the first' },
          { value: 'count', label: 'After some' },
        ],
      },
    },
    count: {
      label: 'How many',
      group: 'basic',
      required: true,
      widget: { kind: 'number', min: 1, max: 50, step: 1, whole: true, unit: 'paths' },
      visible: ({ mode }: Draft) => mode === 'count',
    },
    leftover: {
      label: 'What is still on its way',
      group: 'basic',
      required: false,
      widget: {
        kind: 'choice',
        as: 'buttons',
        options: [
          { value: 'cancel', label: 'Is cancelled' },
          { value: 'let_run', label: 'Runs to its end' },
        ],
      },
      visible: ({ mode }: Draft) => mode === 'any' || mode === 'count',
    },
  },
  empty: () => ({ mode: 'all', leftover: 'cancel' }),
};
