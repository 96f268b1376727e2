import { sha256Hex } from '#server/platform/digest.ts';
import type { Tx } from '#server/platform/db.ts';
import { findChannelName } from '../store/slack-messages.ts';
import { findSlackUser, listSlackUsers } from '../store/slack-users.ts';

export interface SlackChannel {
  readonly id: string;
  /** Without "#"; for a direct message "@" and the person's name. */
  readonly name: string;
}

const KNOWN_NAMES = ['demo-approvals', 'demo-team', 'general', 'marketing', 'webinars'] as const;

const idFor = (prefix: 'C' | 'D', name: string): string =>
  `${prefix}0${sha256Hex(name).slice(0, 9).toUpperCase()}`;

const named = (name: string): SlackChannel => ({ id: idFor('C', name), name });

export const knownChannels = (): readonly SlackChannel[] => KNOWN_NAMES.map(named);

/** A direct message that was opened and holds nothing yet. */
const findDirect = async (tx: Tx, id: string): Promise<SlackChannel | null> => {
  const user = (await listSlackUsers(tx)).find((each) => idFor('D', each.id) === id);
  return user === undefined ? null : { id, name: `@${user.realName}` };
};

/**
 * The channel that a `channel` argument means: a name with or without "#" (which comes into being
 * when first used), an id, or a user's id for a direct message. Null: channel_not_found.
 */
export const resolveChannel = async (tx: Tx, argument: string): Promise<SlackChannel | null> => {
  if (/^[UW][A-Z0-9]{6,}$/.test(argument)) {
    const user = await findSlackUser(tx, argument);
    return user === null ? null : { id: idFor('D', user.id), name: `@${user.realName}` };
  }
  if (/^[CDG][A-Z0-9]{6,}$/.test(argument)) {
    const known = knownChannels().find((channel) => channel.id === argument);
    if (known !== undefined) return known;
    const name = await findChannelName(tx, argument);
    return name === null ? findDirect(tx, argument) : { id: argument, name };
  }
  const name = argument.replace(/^#/, '').toLowerCase();
  return /^[\p{L}\p{N}_-]{1,80}$/u.test(name) ? named(name) : null;
};
