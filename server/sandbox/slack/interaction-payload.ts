import type { SlackMessage } from '../store/slack-messages.ts';
import type { SlackUser } from '../store/slack-users.ts';
import type { SlackButton } from './buttons.ts';
import { SLACK_APP_ID, SLACK_TEAM, teamOf } from './directory.ts';
import { messageView } from './message-view.ts';

export interface Press {
  readonly message: SlackMessage;
  readonly button: SlackButton;
  readonly user: SlackUser;
  readonly responseUrl: string;
  readonly pressedAt: Date;
  /** Short-lived handle for modals. */
  readonly triggerId: string;
}

/** The block_actions payload that Slack sends when a button is pressed. */
export const interactionPayload = (press: Press): Record<string, unknown> => {
  const { message, button, user } = press;
  return {
    type: 'block_actions',
    user: {
      id: user.id,
      username: user.name,
      name: user.name,
      team_id: teamOf(user.id),
    },
    api_app_id: SLACK_APP_ID,
    token: 'sandbox',
    container: {
      type: 'message',
      message_ts: message.ts,
      channel_id: message.channelId,
      is_ephemeral: message.ephemeralFor !== null,
    },
    trigger_id: press.triggerId,
    team: { id: SLACK_TEAM.id, domain: SLACK_TEAM.domain },
    enterprise: null,
    is_enterprise_install: false,
    channel: { id: message.channelId, name: message.channelName.replace(/^@.*/, 'directmessage') },
    ...(message.ephemeralFor === null ? { message: messageView(message, { metadata: true }) } : {}),
    state: { values: {} },
    response_url: press.responseUrl,
    actions: [
      {
        type: 'button',
        action_id: button.actionId,
        block_id: button.blockId,
        text: { type: 'plain_text', text: button.text, emoji: true },
        ...(button.value === null ? {} : { value: button.value }),
        ...(button.style === null ? {} : { style: button.style }),
        action_ts: (press.pressedAt.getTime() / 1000).toFixed(6),
      },
    ],
  };
};
