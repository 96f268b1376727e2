import { onlyConnection } from '../choose-connection.ts';
import type { FormOf } from '../form.ts';
import type { slackMessage } from './definition.ts';

export const slackMessageForm: FormOf<typeof slackMessage> = {
  kind: 'slack_message',
  intro: 'Posts a message to a Slack channel, or to one person.',
  fields: {
    channel: {
      label: 'To',
      help: 'A channel such as #sales, or the email address of a member.',
      placeholder: '#sales',
      group: 'basic',
      required: true,
      widget: { kind: 'liquid', lines: 'one', holds: 'plain' },
    },
    text: {
      label: 'Message',
      help: 'Slack’s own marks work: *bold*, _italic_, <https://example.com|a link>.',
      placeholder: '{{ contact.name | default: contact.email }} has signed up.',
      group: 'basic',
      required: true,
      widget: { kind: 'liquid', lines: 'many', holds: 'slack' },
    },
    connection: {
      label: 'Slack workspace',
      group: 'advanced',
      required: false,
      widget: { kind: 'connection', of: 'slack' },
    },
  },
  empty: (around) => ({
    connection: onlyConnection(around, 'slack', 'slack'),
    channel: '',
    text: '',
  }),
};
