import type { FormOf } from '../form.ts';
import type { split } from './definition.ts';

export const splitForm: FormOf<typeof split> = {
  kind: 'split',
  intro:
    'Sends people down paths by chance, in the shares you set. A person always takes the same path again.',
  fields: {
    arms: {
      label: 'Paths',
      help: 'The shares add up to 100 %.',
      group: 'basic',
      required: true,
      widget: {
        kind: 'arms',
        shares: true,
        item: {
          name: { label: 'Name', placeholder: 'Short subject' },
          port: { label: 'Id', help: 'Kept when the name changes, so that nothing comes loose.' },
          percent: { label: 'Share' },
        },
      },
    },
  },
  empty: () => ({
    arms: [
      { port: 'a', name: 'A', percent: 50 },
      { port: 'b', name: 'B', percent: 50 },
    ],
  }),
};
