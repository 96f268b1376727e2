import { onlyConnection } from '../choose-connection.ts';
import type { FormOf } from '../form.ts';
import type { crmUpsert } from './definition.ts';

export const crmUpsertForm: FormOf<typeof crmUpsert> = {
  kind: 'crm_upsert',
  intro: 'Creates a record in the CRM, or updates the one that this step made before.',
  fields: {
    object: {
      label: 'Kind of record',
      placeholder: 'Task',
      group: 'basic',
      required: true,
      widget: {
        kind: 'text',
        suggestions: [
          { value: 'Task', label: 'Task' },
          { value: 'Contact', label: 'Contact' },
          { value: 'Lead', label: 'Lead' },
          { value: 'Deal', label: 'Deal' },
        ],
      },
    },
    fields: {
      label: 'Fields',
      group: 'basic',
      required: false,
      widget: {
        kind: 'key_values',
        values: 'any',
        key: { label: 'Field', placeholder: 'subject' },
        value: { label: 'Value', placeholder: '{{ contact.email }}' },
        add: 'Add a field',
      },
    },
    connection: {
      label: 'CRM',
      group: 'basic',
      required: true,
      widget: { kind: 'connection', of: 'crm' },
    },
  },
  empty: (around) => ({
    connection: onlyConnection(around, 'crm', 'crm'),
    object: 'Task',
    fields: {},
  }),
};
