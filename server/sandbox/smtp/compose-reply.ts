import { createTransport } from 'nodemailer';
import type { ReceivedMail } from '../store/mail.ts';

/** A built message and the Message-ID it carries. */
export interface ComposedMail {
  readonly messageId: string;
  readonly raw: Buffer;
}

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

const references = (mail: ReceivedMail): string[] => {
  const earlier = mail.headers['references'] ?? '';
  return [
    ...(earlier.match(/<[^<>\s]+>/g) ?? []),
    ...(mail.messageId === null ? [] : [mail.messageId]),
  ];
};

const replySubject = (subject: string): string =>
  /^re:/i.test(subject) ? subject : `Re: ${subject}`;

const quoted = (mail: ReceivedMail): string =>
  mail.text
    .trimEnd()
    .split(/\r?\n/u)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');

/** What the recipient's mail program would send: answered above, the original quoted below. */
export const composeReply = async (
  mail: ReceivedMail,
  text: string,
  messageId: string,
): Promise<ComposedMail> => {
  const sent = await composer.sendMail({
    from: { name: mail.toName, address: mail.to },
    to: { name: mail.fromName, address: mail.from },
    subject: replySubject(mail.subject),
    messageId,
    ...(mail.messageId === null ? {} : { inReplyTo: mail.messageId, references: references(mail) }),
    text: `${text}\n\n${mail.fromName || mail.from} wrote:\n${quoted(mail)}\n`,
  });
  return { messageId, raw: sent.message as Buffer };
};
