import type { FormOf } from '../form.ts';
import type { updateContact } from './definition.ts';

export const updateContactForm: FormOf<typeof updateContact> = {
  kind: 'update_contact',
  intro: 'Writes down something about the contact, for later steps and other automations.',
  fields: {
    fields: {
      label: 'Fields',
      help: 'name and timezone are the contact’s own; every other name is a field of yours.',
      group: 'basic',
      required: true,
      widget: {
        kind: 'key_values',
        values: 'any',
        key: { label: 'Field', placeholder: 'lead_status' },
        value: { label: 'Value', placeholder: 'Contacted' },
        add: 'Add a field',
        suggestions: [
          { value: 'name', label: 'Name' },
          { value: 'timezone', label: 'Time zone' },
        ],
      },
    },
  },
  empty: () => ({ fields: {} }),
};
