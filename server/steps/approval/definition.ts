import { z } from 'zod';
import type { Port, StepDefinition } from '#server/engine/definition.ts';
import {
  checkDeadline,
  describeDeadline,
  escalatingDeadlineSchema,
  personSchema,
  toDeadlineRequest,
} from '../deadline.ts';
import { connectionSchema, templateSchema } from '../fields.ts';

const config = z.strictObject({
  /** What is approved, word for word; the decision counts for exactly this text. */
  content: templateSchema('what is to be approved'),
  assignees: z.array(personSchema).min(1, 'Say who may approve').max(20),
  channel: z.enum(['slack', 'inbox']).default('inbox'),
  /** Slack only: which workspace connection, and the channel; without one, each is asked directly. */
  connection: connectionSchema('slack').default('slack'),
  target: z.string().trim().min(1).max(100).optional(),
  deadline: escalatingDeadlineSchema,
});

export type ApprovalConfig = z.output<typeof config>;

export const APPROVAL_PORTS: readonly Port[] = [
  { id: 'approved', label: 'Approved' },
  { id: 'rejected', label: 'Rejected' },
  { id: 'expired', label: 'Expired' },
];

export const approval: StepDefinition<ApprovalConfig> = {
  kind: 'approval',
  title: 'Ask for approval',
  group: 'people',
  icon: 'user-check',
  config,
  // The posting of the question; the wait itself needs no worker.
  lane: 'io',
  connection: ({ connection, channel }) => (channel === 'slack' ? connection : null),
  canFail: true,
  waits: true,
  ports: () => APPROVAL_PORTS,
  sentence: ({ assignees, channel, deadline }) =>
    `Ask ${assignees.join(', ')} ${channel === 'slack' ? 'in Slack' : 'in the inbox'}; ${describeDeadline(deadline, APPROVAL_PORTS)}`,
  templates: ({ content }) => [{ field: 'content', template: content }],
  outputFields: ['decision', 'comment', 'decidedBy', 'via'],
  enter: (settings, context) => {
    const content = context.render(settings.content, context.data);
    if (!content.ok) return { kind: 'fail', error: content.error };
    return {
      kind: 'approval',
      content: content.text,
      assignees: settings.assignees,
      channel: settings.channel,
      target: settings.target ?? null,
      deadline: toDeadlineRequest(settings.deadline, context),
    };
  },
  check: ({ deadline }, step) => checkDeadline(deadline, APPROVAL_PORTS, step.id),
};
