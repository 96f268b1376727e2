import type { ReceivedMail } from '../store/mail.ts';
import type { ComposedMail } from './compose-reply.ts';

const DAEMON = 'mailer-daemon@sandbox.holdfast.test';

/** Header values here come from a received message: no line break may pass. */
const oneLine = (value: string): string => value.replaceAll(/[\r\n]+/gu, ' ').trim();

/** A delivery status notification (RFC 3464): the address does not exist. */
export const composeBounce = (
  mail: ReceivedMail,
  text: string,
  messageId: string,
  now: Date,
): ComposedMail => {
  const boundary = `=_${messageId.replaceAll(/[^A-Za-z0-9]/gu, '').slice(0, 40)}`;
  const recipient = oneLine(mail.to);
  const lines = [
    `From: Mail delivery <${DAEMON}>`,
    `To: ${oneLine(mail.from)}`,
    'Subject: Undelivered mail returned to sender',
    `Date: ${now.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${messageId}`,
    ...(mail.messageId === null
      ? []
      : [`In-Reply-To: ${oneLine(mail.messageId)}`, `References: ${oneLine(mail.messageId)}`]),
    'Auto-Submitted: auto-replied',
    `X-Failed-Recipients: ${recipient}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    ...(Buffer.from(`${text}\n`)
      .toString('base64')
      .match(/.{1,76}/gu) ?? []),
    `--${boundary}`,
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; sandbox.holdfast.test',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 No such user here',
    '',
    `--${boundary}`,
    'Content-Type: text/rfc822-headers',
    '',
    ...(mail.messageId === null ? [] : [`Message-ID: ${oneLine(mail.messageId)}`]),
    '',
    `--${boundary}--`,
    '',
  ];
  return { messageId, raw: Buffer.from(lines.join('\r\n')) };
};
