import { z } from 'zod';
import type { StepDefinition } from '#server/engine/definition.ts';
import { connectionSchema, excerpt, NEXT, templateSchema } from '../fields.ts';

const config = z.strictObject({
  connection: connectionSchema('slack').default('slack'),
  channel: templateSchema('the channel, such as #sales', 200),
  text: templateSchema('the message', 40_000),
});

export type SlackMessageConfig = z.output<typeof config>;

export const slackMessage: StepDefinition<SlackMessageConfig> = {
  kind: 'slack_message',
  title: 'Post in Slack',
  group: 'send',
  icon: 'message-square',
  config,
  lane: 'io',
  connection: ({ connection }) => connection,
  canFail: true,
  waits: false,
  ports: () => [NEXT],
  sentence: ({ channel, text }) => `Post “${excerpt(text)}” to ${excerpt(channel, 40)}`,
  templates: ({ channel, text }) => [
    { field: 'channel', template: channel },
    { field: 'text', template: text },
  ],
  outputFields: ['channel', 'ts'],
  enter: () => ({ kind: 'work', lane: 'io' }),
};
