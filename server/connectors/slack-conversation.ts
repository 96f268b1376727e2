import type { WebClient } from '@slack/web-api';
import { RetryableError, TerminalError } from '#server/platform/errors.ts';

const CONVERSATION_ID = /^[CDG][A-Z0-9]{6,}$/;
const USER_ID = /^[UW][A-Z0-9]{6,}$/;
const MAX_PAGES = 20;

async function openDirect(client: WebClient, userId: string): Promise<string> {
  const opened = await client.conversations.open({ users: userId });
  if (opened.channel?.id === undefined) throw new TerminalError('Slack opened no conversation.');
  return opened.channel.id;
}

async function findByName(client: WebClient, name: string): Promise<string | null> {
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const found = await client.conversations.list({
      limit: 200,
      exclude_archived: true,
      types: 'public_channel,private_channel',
      ...(cursor === undefined ? {} : { cursor }),
    });
    const channel = found.channels?.find((each) => each.name === name);
    if (channel?.id !== undefined) return channel.id;
    cursor = found.response_metadata?.next_cursor || undefined;
    if (cursor === undefined) return null;
  }
  throw new RetryableError('Slack has more channels than can be searched.');
}

/** The id of the person with this address. */
export async function findUser(client: WebClient, email: string): Promise<string> {
  const { user } = await client.users.lookupByEmail({ email });
  if (user?.id === undefined) throw new TerminalError('Slack knows no such person.');
  return user.id;
}

/**
 * The conversation's id behind an id, a channel's name or a person's email address. Null: there is
 * no such channel, so that nothing can stand in it.
 */
export async function resolveConversation(client: WebClient, to: string): Promise<string | null> {
  if (CONVERSATION_ID.test(to)) return to;
  if (USER_ID.test(to)) return openDirect(client, to);
  if (!to.includes('@')) return findByName(client, to.replace(/^#/, ''));
  return openDirect(client, await findUser(client, to));
}
