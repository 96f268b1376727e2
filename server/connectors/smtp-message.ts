import MailComposer from 'nodemailer/lib/mail-composer';
import { sha256Hex } from '#server/platform/digest.ts';

/** The domain of our Message-IDs. It names no host: it only keeps ids of different systems apart. */
const ID_DOMAIN = 'effects.holdfast.app';

/**
 * The Message-ID of the email that an effect sends: the same on every attempt, known before the
 * first, and what a reply refers to.
 */
export function messageIdFor(key: string): string {
  return `<${sha256Hex(`message-id:${key}`).slice(0, 40)}@${ID_DOMAIN}>`;
}

export interface Email {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  readonly format: 'text' | 'html';
  readonly replyTo: string | null;
  /** ISO 8601; fixed with the request, so that every attempt carries the same Date. */
  readonly date: string;
  readonly messageId: string;
}

/**
 * The message as bytes, a function of its arguments alone: one part, so no random boundary, and
 * no mailer's name. Files and addresses named in a body are never fetched.
 */
export async function buildMessage(email: Email): Promise<Buffer> {
  const composer = new MailComposer({
    from: email.from,
    to: email.to,
    subject: email.subject,
    ...(email.format === 'html' ? { html: email.body } : { text: email.body }),
    ...(email.replyTo === null ? {} : { replyTo: email.replyTo }),
    date: new Date(email.date),
    messageId: email.messageId,
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: '\r\n',
  });
  return composer.compile().build();
}
