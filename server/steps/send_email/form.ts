import { onlyConnection } from '../choose-connection.ts';
import type { FormOf } from '../form.ts';
import type { sendEmail } from './definition.ts';

export const sendEmailForm: FormOf<typeof sendEmail> = {
  kind: 'send_email',
  intro:
    'Sends one email from a mailbox of yours. Who has unsubscribed is skipped, and the run says so.',
  fields: {
    subject: {
      label: 'Subject',
      placeholder: 'Welcome, {{ contact.name | default: "and hello" }}',
      group: 'basic',
      required: true,
      widget: { kind: 'liquid', lines: 'one', holds: 'plain' },
    },
    body: {
      label: 'Text',
      help: 'Give what may be missing a default: a variable without a value fails the step rather than leave a hole.',
      placeholder: 'Hello {{ contact.name | default: "there" }},',
      group: 'basic',
      required: true,
      widget: { kind: 'email_body', format: 'format' },
    },
    to: {
      label: 'To',
      help: 'One address. Normally the contact’s.',
      placeholder: '{{ contact.email }}',
      group: 'basic',
      required: false,
      widget: { kind: 'liquid', lines: 'one', holds: 'address' },
    },
    connection: {
      label: 'From',
      help: 'The mailbox that sends it.',
      group: 'basic',
      required: true,
      widget: { kind: 'connection', of: 'smtp' },
    },
    purpose: {
      label: 'Purpose',
      group: 'basic',
      required: false,
      widget: {
        kind: 'choice',
        as: 'buttons',
        options: [
          { value: 'marketing', label: 'Marketing', help: 'Not sent to who has unsubscribed.' },
          {
            value: 'transactional',
            label: 'Transactional',
            help: 'A receipt or a password: sent whatever was chosen for marketing.',
          },
        ],
      },
    },
    format: {
      label: 'Format',
      help: 'In HTML every value is escaped unless you end it with | raw.',
      group: 'advanced',
      required: false,
      widget: {
        kind: 'choice',
        as: 'buttons',
        options: [
          { value: 'text', label: 'Plain text' },
          { value: 'html', label: 'HTML' },
        ],
      },
    },
    replyTo: {
      label: 'Replies go to',
      help: 'Left empty, to the mailbox that sends it; only there can the run wait for a reply.',
      placeholder: 'hello@example.com',
      group: 'advanced',
      required: false,
      widget: { kind: 'liquid', lines: 'one', holds: 'address' },
    },
  },
  empty: (around) => ({
    connection: onlyConnection(around, 'smtp', 'mailbox'),
    to: '{{ contact.email }}',
    subject: '',
    body: '',
    format: 'text',
    purpose: 'marketing',
  }),
};
