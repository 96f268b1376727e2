import type { Tx } from '#server/platform/db.ts';
import { buttonsIn, type SlackButton } from '../slack/buttons.ts';
import { knownChannels, type SlackChannel } from '../slack/channel.ts';
import { type Interaction, listInteractions } from '../store/interactions.ts';
import { listSlackMessages, type SlackMessage } from '../store/slack-messages.ts';
import { listSlackUsers, type SlackUser } from '../store/slack-users.ts';

export interface SlackItem {
  readonly ts: string;
  readonly channel: string;
  readonly channelName: string;
  readonly text: string;
  readonly blocks: readonly unknown[];
  readonly metadata: unknown;
  readonly threadTs: string | null;
  readonly postedAt: Date;
  readonly updated: Date | null;
  readonly deleted: Date | null;
  /** Who alone sees it; null: everyone in the channel. */
  readonly ephemeralFor: string | null;
  readonly via: 'api' | 'response_url';
  /** The buttons that can be pressed now. */
  readonly actions: readonly SlackButton[];
  readonly interactions: readonly Interaction[];
}

export interface SlackList {
  readonly items: readonly SlackItem[];
  readonly channels: readonly SlackChannel[];
  readonly users: readonly SlackUser[];
}

const item = (message: SlackMessage, interactions: readonly Interaction[]): SlackItem => ({
  ts: message.ts,
  channel: message.channelId,
  channelName: message.channelName,
  text: message.text,
  blocks: message.blocks,
  metadata: message.metadata,
  threadTs: message.threadTs,
  postedAt: message.postedAt,
  updated: message.updatedAt,
  deleted: message.deletedAt,
  ephemeralFor: message.ephemeralFor,
  via: message.via,
  actions: message.deletedAt === null ? buttonsIn(message.blocks) : [],
  interactions: interactions.filter(({ messageTs }) => messageTs === message.ts),
});

/** Every message of every channel, newest first, with who is there to press its buttons. */
export const listSlack = async (tx: Tx, limit = 200): Promise<SlackList> => {
  const messages = await listSlackMessages(tx, limit);
  const interactions = await listInteractions(
    tx,
    messages.map(({ ts }) => ts),
  );
  const used = messages.map(({ channelId, channelName }) => ({ id: channelId, name: channelName }));
  const channels = new Map([...knownChannels(), ...used].map((channel) => [channel.id, channel]));
  return {
    items: messages.map((message) => item(message, interactions)),
    channels: [...channels.values()],
    users: await listSlackUsers(tx),
  };
};
