import type { Tx } from '#server/platform/db.ts';
import { storableText } from '#server/platform/storable.ts';

export interface MailReply {
  readonly id: string;
  readonly mailId: string;
  readonly kind: 'reply' | 'bounce';
  readonly messageId: string;
  readonly text: string;
  readonly createdAt: Date;
  /** What became of handing it to the product; one entry per copy. */
  readonly deliveries: readonly ReplyDelivery[];
}

export interface ReplyDelivery {
  readonly status: 'pending' | 'delivered' | 'given_up';
  readonly attempts: number;
  readonly answerStatus: number | null;
  readonly lastError: string | null;
}

export interface NewMailReply {
  readonly id: string;
  readonly mailId: string;
  readonly kind: 'reply' | 'bounce';
  readonly messageId: string;
  readonly text: string;
  readonly raw: Buffer;
}

export const storeMailReply = async (tx: Tx, reply: NewMailReply): Promise<void> => {
  await tx.query(
    `insert into sandbox.mail_replies (id, mail_id, kind, message_id, text, raw)
     values ($1, $2, $3, $4, $5, $6)`,
    [reply.id, reply.mailId, reply.kind, reply.messageId, storableText(reply.text), reply.raw],
  );
};

/** Oldest first, for all the given messages at once. */
export const listMailReplies = async (
  tx: Tx,
  mailIds: readonly string[],
): Promise<readonly MailReply[]> => {
  const { rows } = await tx.query<{
    id: string;
    mail_id: string;
    kind: 'reply' | 'bounce';
    message_id: string;
    text: string;
    created_at: Date;
    deliveries: readonly ReplyDelivery[];
  }>(
    `select r.id, r.mail_id, r.kind, r.message_id, r.text, r.created_at,
            coalesce((select jsonb_agg(jsonb_build_object(
                        'status', d.status, 'attempts', d.attempts,
                        'answerStatus', d.answer_status, 'lastError', d.last_error)
                        order by d.created_at, d.id)
                        from sandbox.deliveries d where d.subject_id = r.id), '[]') as deliveries
       from sandbox.mail_replies r
      where r.mail_id = any($1)
      order by r.created_at, r.id`,
    [mailIds],
  );
  return rows.map((row) => ({
    id: row.id,
    mailId: row.mail_id,
    kind: row.kind,
    messageId: row.message_id,
    text: row.text,
    createdAt: row.created_at,
    deliveries: row.deliveries,
  }));
};
