import type { SlackMessage } from '../store/slack-messages.ts';
import { SLACK_APP_ID, SLACK_BOT, SLACK_TEAM } from './directory.ts';

/** A message as Slack's Web API shows it; metadata only where the caller asked for it. */
export const messageView = (
  message: SlackMessage,
  options: { readonly metadata: boolean },
): Record<string, unknown> => ({
  type: 'message',
  text: message.text,
  ts: message.ts,
  user: SLACK_BOT.userId,
  bot_id: SLACK_BOT.id,
  app_id: SLACK_APP_ID,
  team: SLACK_TEAM.id,
  blocks: message.blocks,
  ...(message.threadTs === null ? {} : { thread_ts: message.threadTs }),
  ...(message.updatedAt === null
    ? {}
    : {
        edited: {
          user: SLACK_BOT.userId,
          ts: (message.updatedAt.getTime() / 1000).toFixed(6),
        },
      }),
  ...(options.metadata && message.metadata !== null ? { metadata: message.metadata } : {}),
});
