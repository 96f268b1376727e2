import { onlyConnection } from '../choose-connection.ts';
import type { Draft, FormOf, Surroundings } from '../form.ts';
import { ANSWER_TIMES } from '../form-presets.ts';
import type { approval } from './definition.ts';
import { APPROVAL_PORTS } from './definition.ts';

const inSlack = ({ channel }: Draft): boolean => channel === 'slack';

/** What most people ask about is the text that was just drafted. */
function nearestDraft({ upstream = [] }: Surroundings): string {
  const draft = upstream.find(({ kind }) => kind === 'ai_generate');
  return draft === undefined ? '' : `{{ steps.${draft.id}.output.text }}`;
}

export const approvalForm: FormOf<typeof approval> = {
  kind: 'approval',
  intro:
    'Shows somebody an exact text and waits for a yes or a no. If the text changes, they are asked again.',
  fields: {
    content: {
      label: 'What is to be approved',
      help: 'The decision counts for exactly this text.',
      placeholder: '{{ steps.draft.output.text }}',
      group: 'basic',
      required: true,
      widget: { kind: 'liquid', lines: 'many', holds: 'approval' },
    },
    assignees: {
      label: 'Who may approve',
      help: 'Members of the workspace. The first answer counts.',
      placeholder: 'sam@example.com',
      group: 'basic',
      required: true,
      widget: { kind: 'people' },
    },
    channel: {
      label: 'Where they are asked',
      group: 'basic',
      required: false,
      widget: {
        kind: 'choice',
        as: 'buttons',
        options: [
          { value: 'inbox', label: 'Approvals page', help: 'In the product.' },
          { value: 'slack', label: 'Slack', help: 'With buttons; also on the approvals page.' },
        ],
      },
    },
    target: {
      label: 'Slack channel',
      help: 'Left empty, the first of them is asked directly.',
      placeholder: '#approvals',
      group: 'basic',
      required: false,
      widget: { kind: 'text' },
      visible: inSlack,
    },
    deadline: {
      label: 'If nobody answers',
      help: 'Choose when, and what happens then: ask others, take a path, or stop.',
      group: 'basic',
      required: true,
      widget: { kind: 'deadline', ports: APPROVAL_PORTS, escalates: true, presets: ANSWER_TIMES },
    },
    connection: {
      label: 'Slack workspace',
      group: 'advanced',
      required: false,
      widget: { kind: 'connection', of: 'slack' },
      visible: inSlack,
    },
  },
  empty: (around) => ({
    content: nearestDraft(around),
    assignees: around.person === undefined ? [] : [around.person],
    channel: 'inbox',
    connection: onlyConnection(around, 'slack', 'slack'),
    deadline: { after: 'PT24H', then: 'port:expired' },
  }),
};
