import type { Tx } from '#server/platform/db.ts';
import { storableText } from '#server/platform/storable.ts';
import { storableJson } from './storable.ts';

export interface ReceivedMail {
  readonly id: string;
  readonly receivedAt: Date;
  readonly messageId: string | null;
  readonly inReplyTo: string | null;
  readonly subject: string;
  readonly from: string;
  readonly fromName: string;
  readonly to: string;
  readonly toName: string;
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly html: string | null;
  /** hung_up: taken, then the connection was cut on purpose. */
  readonly outcome: 'accepted' | 'hung_up' | 'answered_with_error';
  /** Whom the sender signed in as. */
  readonly mailbox: string;
}

export type NewMail = Omit<ReceivedMail, 'receivedAt'> & { readonly raw: Buffer };

interface MailRow {
  readonly id: string;
  readonly received_at: Date;
  readonly message_id: string | null;
  readonly in_reply_to: string | null;
  readonly subject: string;
  readonly from_address: string;
  readonly from_name: string;
  readonly to_address: string;
  readonly to_name: string;
  readonly envelope: ReceivedMail['envelope'];
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly html: string | null;
  readonly outcome: ReceivedMail['outcome'];
  readonly mailbox: string;
}

const COLUMNS = `id, received_at, message_id, in_reply_to, subject, from_address, from_name,
  to_address, to_name, envelope, headers, text, html, outcome, mailbox`;

const toMail = (row: MailRow): ReceivedMail => ({
  id: row.id,
  receivedAt: row.received_at,
  messageId: row.message_id,
  inReplyTo: row.in_reply_to,
  subject: row.subject,
  from: row.from_address,
  fromName: row.from_name,
  to: row.to_address,
  toName: row.to_name,
  envelope: row.envelope,
  headers: row.headers,
  text: row.text,
  html: row.html,
  outcome: row.outcome,
  mailbox: row.mailbox,
});

/** Every accepted message is a row, whatever its Message-ID. */
export const storeMail = async (tx: Tx, mail: NewMail): Promise<void> => {
  await tx.query(
    `insert into sandbox.messages
       (id, message_id, in_reply_to, subject, from_address, from_name, to_address, to_name,
        envelope, headers, text, html, raw, outcome, mailbox)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10::jsonb, $11, $12, $13, $14, $15)`,
    [
      mail.id,
      mail.messageId === null ? null : storableText(mail.messageId),
      mail.inReplyTo === null ? null : storableText(mail.inReplyTo),
      storableText(mail.subject),
      storableText(mail.from),
      storableText(mail.fromName),
      storableText(mail.to),
      storableText(mail.toName),
      storableJson(mail.envelope),
      storableJson(mail.headers),
      storableText(mail.text),
      mail.html === null ? null : storableText(mail.html),
      mail.raw,
      mail.outcome,
      storableText(mail.mailbox),
    ],
  );
};

/** Newest first. */
export const listReceivedMail = async (tx: Tx, limit: number): Promise<readonly ReceivedMail[]> => {
  const { rows } = await tx.query<MailRow>(
    `select ${COLUMNS} from sandbox.messages order by received_at desc, id desc limit $1`,
    [limit],
  );
  return rows.map(toMail);
};

export const findMail = async (tx: Tx, id: string): Promise<ReceivedMail | null> => {
  const { rows } = await tx.query<MailRow>(
    `select ${COLUMNS} from sandbox.messages where id = $1`,
    [id],
  );
  return rows[0] === undefined ? null : toMail(rows[0]);
};

/** The message byte for byte; null when there is none. */
export const readRawMail = async (tx: Tx, id: string): Promise<Buffer | null> => {
  const { rows } = await tx.query<{ raw: Buffer }>(
    'select raw from sandbox.messages where id = $1',
    [id],
  );
  return rows[0]?.raw ?? null;
};

/** How many were received in all, and how many under each of the given Message-IDs. */
export const countMail = async (
  tx: Tx,
  messageIds: readonly string[],
): Promise<{ readonly total: number; readonly byMessageId: ReadonlyMap<string, number> }> => {
  const { rows } = await tx.query<{ total: number }>(
    'select count(*) as total from sandbox.messages',
  );
  const grouped = await tx.query<{ message_id: string; count: number }>(
    `select message_id, count(*) as count from sandbox.messages
      where message_id = any($1) group by message_id`,
    [messageIds],
  );
  return {
    total: rows[0]?.total ?? 0,
    byMessageId: new Map(grouped.rows.map((row) => [row.message_id, row.count])),
  };
};
