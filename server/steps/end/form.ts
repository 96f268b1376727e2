import type { FormOf } from '../form.ts';
import type { end } from './definition.ts';

export const endForm: FormOf<typeof end> = {
  kind: 'end',
  intro: 'Ends this path. When no other path is under way, the run is done.',
  fields: {
    outcome: {
      label: 'Outcome',
      help: 'Shown in lists and reports. Plain words, without anything personal.',
      placeholder: 'Finished',
      group: 'basic',
      required: false,
      widget: { kind: 'text' },
    },
  },
  empty: () => ({ outcome: 'Finished' }),
};
