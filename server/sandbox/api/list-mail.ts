import type { Tx } from '#server/platform/db.ts';
import { countMail, listReceivedMail, type ReceivedMail } from '../store/mail.ts';
import { listMailReplies, type MailReply } from '../store/mail-replies.ts';

export interface MailItem extends ReceivedMail {
  /** Messages received under the same Message-ID, this one included. */
  readonly deliveries: number;
  readonly replies: readonly MailReply[];
}

export interface MailList {
  readonly items: readonly MailItem[];
  readonly total: number;
}

/** The mailbox, newest first. */
export const listMail = async (tx: Tx, limit = 200): Promise<MailList> => {
  const mail = await listReceivedMail(tx, limit);
  const replies = await listMailReplies(
    tx,
    mail.map(({ id }) => id),
  );
  const counts = await countMail(
    tx,
    mail.flatMap(({ messageId }) => (messageId === null ? [] : [messageId])),
  );
  return {
    total: counts.total,
    items: mail.map((message) => ({
      ...message,
      deliveries: counts.byMessageId.get(message.messageId ?? '') ?? 1,
      replies: replies.filter(({ mailId }) => mailId === message.id),
    })),
  };
};
