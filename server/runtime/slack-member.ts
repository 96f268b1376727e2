/** Who pressed: Slack's user, by the address of their profile, as a member of the workspace. */
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { OpenConnection } from '#server/connectors/connector.ts';
import { withOutbound } from '#server/connectors/outbound.ts';
import { probeCall } from '#server/connectors/probe.ts';
import { openSlack } from '#server/connectors/slack-client.ts';
import { txOf } from '#server/platform/db.ts';
import { RetryableError } from '#server/platform/errors.ts';
import { findConnectionByKind } from '#server/store/connection-credentials.ts';
import { findMemberByEmail } from '#server/store/product-slack-presses.ts';
import { openConnection } from './connection-seal.ts';
import type { RuntimeDeps } from './deps.ts';

export interface SlackMember {
  readonly userId: string;
  readonly name: string;
}

const TIMEOUT_MS = 10_000;

const userSchema = z.looseObject({
  team_id: z.string().optional(),
  enterprise_user: z.looseObject({ enterprise_id: z.string().optional() }).optional(),
  deleted: z.boolean().optional(),
  is_bot: z.boolean().optional(),
  profile: z.looseObject({ email: z.string().optional() }).optional(),
});
const infoSchema = z.looseObject({ user: userSchema });
const ownSchema = z.looseObject({ team_id: z.string(), enterprise_id: z.string().optional() });

export interface AskedSlack {
  readonly orgId: string;
  /** The button was one of a test run: its message stands in the sandbox's Slack. */
  readonly isTest: boolean;
}

const ownSlack = async (deps: RuntimeDeps, orgId: string): Promise<OpenConnection | null> => {
  const sealed = await findConnectionByKind(txOf(deps.pool), orgId, 'slack');
  if (sealed?.credentials == null) return null;
  return openConnection(deps.secrets.credentialsKey, sealed);
};

/** Asks the workspace's own Slack, by the connection and within the bounds that its effects have. */
const askSlack = async <T>(
  deps: RuntimeDeps,
  asked: AskedSlack,
  ask: (client: WebClient) => Promise<T>,
): Promise<T> => {
  const connection = asked.isTest ? deps.tests.slack : await ownSlack(deps, asked.orgId);
  if (connection === null) throw new RetryableError('Slack is not connected.');
  return withOutbound(deps.outbound, async (outbound) =>
    ask(openSlack(probeCall(connection, AbortSignal.timeout(TIMEOUT_MS)), outbound)),
  );
};

/**
 * In a shared channel the people of other companies can press as well, and the address in a profile
 * is whatever their own company says: it counts only within the workspace that is connected.
 */
const isOwn = async (client: WebClient, user: z.output<typeof userSchema>): Promise<boolean> => {
  const own = ownSchema.parse(await client.auth.test());
  if (user.team_id === own.team_id) return true;
  const enterprise = user.enterprise_user?.enterprise_id;
  return enterprise !== undefined && enterprise === own.enterprise_id;
};

const addressOf = async (client: WebClient, slackUserId: string): Promise<string | null> => {
  const info = infoSchema.safeParse(await client.users.info({ user: slackUserId }));
  const user = info.data?.user;
  const email = user?.profile?.email;
  if (user === undefined || email === undefined) return null;
  if (user.deleted === true || user.is_bot === true) return null;
  return (await isOwn(client, user)) ? email : null;
};

/**
 * Null when the person is no member. Throws RetryableError while Slack cannot be asked: nobody is
 * taken for somebody on a guess.
 */
export const findSlackMember = async (
  deps: RuntimeDeps,
  asked: AskedSlack,
  slackUserId: string,
): Promise<SlackMember | null> => {
  let email: string | null;
  try {
    email = await askSlack(deps, asked, async (client) => addressOf(client, slackUserId));
  } catch (cause) {
    if (/user_not_found/.test(String(cause))) return null;
    throw new RetryableError('Slack could not say who this is.', { cause });
  }
  return email === null ? null : findMemberByEmail(txOf(deps.pool), asked.orgId, email);
};
