import { z } from 'zod';
import { listSlackChannels, readHistory } from '../store/slack-messages.ts';
import { slackError, slackOk } from './answer.ts';
import { knownChannels, resolveChannel } from './channel.ts';
import type { SlackMethod } from './chat-methods.ts';
import { messageView } from './message-view.ts';

/** Forms carry booleans and numbers as text. */
const flag = z
  .union([z.boolean(), z.string()])
  .optional()
  .transform((value) => value === true || value === 'true' || value === '1');
const limit = z.coerce.number().int().min(1).max(999).catch(100);
const ts = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,6})?$/)
  .optional()
  .catch(undefined);

const historyArguments = z.object({
  channel: z.string().min(1),
  cursor: z.string().optional(),
  oldest: ts,
  latest: ts,
  inclusive: flag,
  include_all_metadata: flag,
  limit: limit.default(100),
  ts: z.string().optional(),
});

const cursorOf = (before: string): string => Buffer.from(`before:${before}`).toString('base64');

const beforeOf = (cursor: string): string | null =>
  /^before:(\d+\.\d+)$/.exec(Buffer.from(cursor, 'base64').toString('utf8'))?.[1] ?? null;

const read =
  (thread: boolean): SlackMethod =>
  async (tx, args) => {
    const parsed = historyArguments.safeParse(args);
    if (!parsed.success) return slackError('invalid_arguments');
    const { cursor, ...range } = parsed.data;
    const before = cursor === undefined || cursor === '' ? null : beforeOf(cursor);
    if (cursor !== undefined && cursor !== '' && before === null)
      return slackError('invalid_cursor');
    // History takes ids only, as the real one does.
    if (!/^[CDGUW][A-Z0-9]{6,}$/.test(range.channel)) return slackError('channel_not_found');
    const channel = await resolveChannel(tx, range.channel);
    if (channel === null) return slackError('channel_not_found');
    if (thread && range.ts === undefined) return slackError('thread_not_found');
    const found = await readHistory(tx, {
      channelId: channel.id,
      threadTs: thread ? (range.ts ?? null) : null,
      oldest: range.oldest ?? null,
      latest: range.latest ?? null,
      inclusive: range.inclusive,
      before,
      limit: range.limit + 1,
    });
    const page = found.slice(0, range.limit);
    const last = page.at(-1);
    const hasMore = found.length > range.limit && last !== undefined;
    return slackOk({
      messages: page.map((message) =>
        messageView(message, { metadata: range.include_all_metadata }),
      ),
      has_more: hasMore,
      response_metadata: { next_cursor: hasMore ? cursorOf(last.ts) : '' },
    });
  };

export const conversationsHistory: SlackMethod = read(false);
export const conversationsReplies: SlackMethod = read(true);

export const conversationsList: SlackMethod = async (tx) => {
  const used = await listSlackChannels(tx);
  const channels = new Map([...knownChannels(), ...used].map((channel) => [channel.id, channel]));
  return slackOk({
    channels: [...channels.values()].map(({ id, name }) => ({
      id,
      name,
      is_channel: true,
      is_private: false,
      is_archived: false,
      is_member: true,
    })),
    response_metadata: { next_cursor: '' },
  });
};

export const conversationsOpen: SlackMethod = async (tx, args) => {
  const users = args['users'];
  const channel = typeof users === 'string' ? await resolveChannel(tx, users) : null;
  return channel === null || !channel.id.startsWith('D')
    ? slackError('user_not_found')
    : slackOk({ channel: { id: channel.id } });
};
