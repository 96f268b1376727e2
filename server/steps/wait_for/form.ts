import type { FormOf } from '../form.ts';
import type { waitFor } from './definition.ts';

export const waitForForm: FormOf<typeof waitFor> = {
  kind: 'wait_for',
  intro: 'Waits for a length of time, then goes on.',
  fields: {
    duration: {
      label: 'How long',
      help: 'Days, weeks and months follow the contact’s calendar; hours and minutes are real time.',
      group: 'basic',
      required: true,
      widget: { kind: 'duration', presets: ['PT1H', 'PT4H', 'P1D', 'P3D', 'P1W'] },
    },
  },
  empty: () => ({ duration: 'P1D' }),
};
