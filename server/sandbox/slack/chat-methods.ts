import { z } from 'zod';
import type { Tx } from '#server/platform/db.ts';
import {
  deleteSlackMessage,
  findSlackMessage,
  storeSlackMessage,
  updateSlackMessage,
} from '../store/slack-messages.ts';
import { findSlackUser } from '../store/slack-users.ts';
import { slackError, slackOk } from './answer.ts';
import { resolveChannel } from './channel.ts';
import { blocksProblem } from './check-blocks.ts';
import { messageView } from './message-view.ts';

export type SlackMethod = (tx: Tx, args: Readonly<Record<string, unknown>>) => Promise<Response>;

const metadata = z.object({
  event_type: z.string().min(1),
  event_payload: z.record(z.string(), z.unknown()),
});

const content = z.object({
  text: z.string().max(40_000).optional(),
  blocks: z.array(z.unknown()).optional(),
  metadata: metadata.optional(),
});

const postArguments = content.extend({
  channel: z.string().min(1),
  thread_ts: z.string().optional(),
});

const invalid = (error: z.ZodError): Response =>
  slackError('invalid_arguments', {
    response_metadata: { messages: error.issues.map((issue) => `[ERROR] ${issue.message}`) },
  });

const refuseContent = (args: z.infer<typeof content>): Response | null => {
  const blocks = args.blocks ?? [];
  if ((args.text ?? '') === '' && blocks.length === 0) return slackError('no_text');
  const problem = blocksProblem(blocks);
  return problem === null
    ? null
    : slackError('invalid_blocks', { response_metadata: { messages: [`[ERROR] ${problem}`] } });
};

export const postMessage: SlackMethod = async (tx, args) => {
  const parsed = postArguments.safeParse(args);
  if (!parsed.success) return invalid(parsed.error);
  const refusal = refuseContent(parsed.data);
  if (refusal !== null) return refusal;
  const channel = await resolveChannel(tx, parsed.data.channel);
  if (channel === null) return slackError('channel_not_found');
  const message = await storeSlackMessage(tx, {
    channelId: channel.id,
    channelName: channel.name,
    text: parsed.data.text ?? '',
    blocks: parsed.data.blocks ?? [],
    metadata: parsed.data.metadata ?? null,
    threadTs: parsed.data.thread_ts ?? null,
    ephemeralFor: null,
    via: 'api',
  });
  return slackOk({
    channel: message.channelId,
    ts: message.ts,
    message: messageView(message, { metadata: true }),
  });
};

const ephemeralArguments = postArguments.extend({ user: z.string().min(1) });

export const postEphemeral: SlackMethod = async (tx, args) => {
  const parsed = ephemeralArguments.safeParse(args);
  if (!parsed.success) return invalid(parsed.error);
  const refusal = refuseContent(parsed.data);
  if (refusal !== null) return refusal;
  const channel = await resolveChannel(tx, parsed.data.channel);
  if (channel === null) return slackError('channel_not_found');
  const user = await findSlackUser(tx, parsed.data.user);
  if (user === null) return slackError('user_not_in_channel');
  const message = await storeSlackMessage(tx, {
    channelId: channel.id,
    channelName: channel.name,
    text: parsed.data.text ?? '',
    blocks: parsed.data.blocks ?? [],
    metadata: null,
    threadTs: parsed.data.thread_ts ?? null,
    ephemeralFor: user.id,
    via: 'api',
  });
  return slackOk({ message_ts: message.ts });
};

const reference = z.object({ channel: z.string().min(1), ts: z.string().min(1) });
const updateArguments = content.extend(reference.shape);

export const updateMessage: SlackMethod = async (tx, args) => {
  const parsed = updateArguments.safeParse(args);
  if (!parsed.success) return invalid(parsed.error);
  const { channel, ts, ...change } = parsed.data;
  const refusal = refuseContent(change);
  if (refusal !== null) return refusal;
  const found = await findSlackMessage(tx, ts);
  if (found === null || found.channelId !== channel) return slackError('message_not_found');
  if (found.ephemeralFor !== null) return slackError('cant_update_message');
  // Slack drops the old blocks when only a text is given.
  const message = await updateSlackMessage(tx, ts, { ...change, blocks: change.blocks ?? [] });
  if (message === null) return slackError('message_not_found');
  return slackOk({
    channel: message.channelId,
    ts: message.ts,
    text: message.text,
    message: messageView(message, { metadata: true }),
  });
};

export const deleteMessage: SlackMethod = async (tx, args) => {
  const parsed = reference.safeParse(args);
  if (!parsed.success) return invalid(parsed.error);
  const found = await findSlackMessage(tx, parsed.data.ts);
  if (found === null || found.channelId !== parsed.data.channel) {
    return slackError('message_not_found');
  }
  const deleted = await deleteSlackMessage(tx, parsed.data.ts);
  return deleted
    ? slackOk({ channel: found.channelId, ts: found.ts })
    : slackError('message_not_found');
};
