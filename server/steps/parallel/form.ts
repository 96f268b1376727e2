import type { FormOf } from '../form.ts';
import type { parallel } from './definition.ts';

export const parallelForm: FormOf<typeof parallel> = {
  kind: 'parallel',
  intro:
    'Goes down several paths at the same time. Bring them together again with “Bring together”.',
  fields: {
    arms: {
      label: 'Paths',
      group: 'basic',
      required: true,
      widget: {
        kind: 'arms',
        shares: false,
        item: {
          name: { label: 'Name', placeholder: 'Email' },
          port: { label: 'Id', help: 'Kept when the name changes, so that nothing comes loose.' },
        },
      },
    },
  },
  empty: () => ({
    arms: [
      { port: 'first', name: 'First' },
      { port: 'second', name: 'Second' },
    ],
  }),
};
