import type { FormOf } from '../form.ts';
import type { branch } from './definition.ts';

export const branchForm: FormOf<typeof branch> = {
  kind: 'branch',
  intro:
    'Looks at what is known and takes the first path whose conditions hold; if none does, “Otherwise”.',
  fields: {
    cases: {
      label: 'Paths',
      help: 'Tried from top to bottom. A missing value never matches.',
      group: 'basic',
      required: true,
      widget: {
        kind: 'cases',
        item: {
          name: { label: 'Name', placeholder: 'On the Pro plan' },
          port: { label: 'Id', help: 'Kept when the name changes, so that nothing comes loose.' },
          when: { label: 'When', help: 'All or any of these.', placeholder: 'contact.plan' },
        },
      },
    },
  },
  empty: () => ({
    cases: [
      {
        port: 'yes',
        name: 'Yes',
        when: { all: [{ left: 'contact.email', operator: 'is_set' }] },
      },
    ],
  }),
};
