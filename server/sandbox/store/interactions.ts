import type { Tx } from '#server/platform/db.ts';

/** One press of a button by one person. */
export interface Interaction {
  readonly id: string;
  readonly messageTs: string;
  readonly channelId: string;
  readonly userId: string;
  readonly actionId: string;
  readonly value: string | null;
  readonly createdAt: Date;
  /** How the product answered; null before the first answer. */
  readonly status: 'pending' | 'delivered' | 'given_up';
  readonly attempts: number;
  readonly ackStatus: number | null;
  readonly ackMs: number | null;
  readonly lastError: string | null;
}

export interface NewInteraction {
  readonly id: string;
  readonly messageTs: string;
  readonly channelId: string;
  readonly userId: string;
  readonly actionId: string;
  readonly value: string | null;
  readonly responseToken: string;
}

export const storeInteraction = async (tx: Tx, interaction: NewInteraction): Promise<void> => {
  await tx.query(
    `insert into sandbox.interactions
       (id, message_ts, channel_id, user_id, action_id, value, response_token)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      interaction.id,
      interaction.messageTs,
      interaction.channelId,
      interaction.userId,
      interaction.actionId,
      interaction.value,
      interaction.responseToken,
    ],
  );
};

/** Oldest first, for all the given messages at once. */
export const listInteractions = async (
  tx: Tx,
  messageTs: readonly string[],
): Promise<readonly Interaction[]> => {
  const { rows } = await tx.query<{
    id: string;
    message_ts: string;
    channel_id: string;
    user_id: string;
    action_id: string;
    value: string | null;
    created_at: Date;
    status: Interaction['status'];
    attempts: number;
    answer_status: number | null;
    answer_ms: number | null;
    last_error: string | null;
  }>(
    `select i.id, i.message_ts, i.channel_id, i.user_id, i.action_id, i.value, i.created_at,
            d.status, d.attempts, d.answer_status, d.answer_ms, d.last_error
       from sandbox.interactions i
       join sandbox.deliveries d on d.subject_id = i.id
      where i.message_ts = any($1)
      order by i.created_at, i.id`,
    [messageTs],
  );
  return rows.map((row) => ({
    id: row.id,
    messageTs: row.message_ts,
    channelId: row.channel_id,
    userId: row.user_id,
    actionId: row.action_id,
    value: row.value,
    createdAt: row.created_at,
    status: row.status,
    attempts: row.attempts,
    ackStatus: row.answer_status,
    ackMs: row.answer_ms,
    lastError: row.last_error,
  }));
};

export type ResponseUse =
  | {
      readonly kind: 'open';
      readonly messageTs: string;
      readonly channelId: string;
      readonly userId: string;
    }
  | { readonly kind: 'expired' }
  | { readonly kind: 'used' }
  | { readonly kind: 'unknown' };

/** Slack's own limits on a response_url. */
const RESPONSE_URL_MINUTES = 30;
const RESPONSE_URL_USES = 5;

/** Uses up one of a response_url's five times within thirty minutes. */
export const takeResponseUrl = async (tx: Tx, token: string): Promise<ResponseUse> => {
  const { rows } = await tx.query<{
    message_ts: string;
    channel_id: string;
    user_id: string;
    responses: number;
    live: boolean;
  }>(
    `update sandbox.interactions set responses = responses + 1
      where response_token = $1
     returning message_ts, channel_id, user_id, responses,
       created_at > clock_timestamp() - $2 * interval '1 minute' as live`,
    [token, RESPONSE_URL_MINUTES],
  );
  const row = rows[0];
  if (row === undefined) return { kind: 'unknown' };
  if (!row.live) return { kind: 'expired' };
  if (row.responses > RESPONSE_URL_USES) return { kind: 'used' };
  return {
    kind: 'open',
    messageTs: row.message_ts,
    channelId: row.channel_id,
    userId: row.user_id,
  };
};
