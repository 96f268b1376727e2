import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser';
import type { NewMail } from '../store/mail.ts';

export interface Envelope {
  readonly from: string;
  readonly to: readonly string[];
}

const firstAddress = (
  addresses: AddressObject | AddressObject[] | undefined,
): { readonly address: string; readonly name: string } | null => {
  const object = Array.isArray(addresses) ? addresses[0] : addresses;
  const first = object?.value[0];
  return first?.address === undefined ? null : { address: first.address, name: first.name };
};

/** The last line wins where a header is repeated; what is shown, not what is judged. */
const headersOf = (mail: ParsedMail): Record<string, string> =>
  Object.fromEntries(
    mail.headerLines.map(({ key, line }) => [key, line.slice(line.indexOf(':') + 1).trim()]),
  );

/** The readable form of a message, with the envelope standing in for missing headers. */
export const parseMail = async (
  raw: Buffer,
  envelope: Envelope,
): Promise<Omit<NewMail, 'id' | 'outcome' | 'mailbox'>> => {
  const mail = await simpleParser(raw, { skipImageLinks: true });
  const from = firstAddress(mail.from);
  const to = firstAddress(mail.to);
  return {
    messageId: mail.messageId ?? null,
    inReplyTo: mail.inReplyTo ?? null,
    subject: mail.subject ?? '',
    from: from?.address ?? envelope.from,
    fromName: from?.name ?? '',
    to: to?.address ?? envelope.to[0] ?? '',
    toName: to?.name ?? '',
    envelope,
    headers: headersOf(mail),
    text: mail.text ?? '',
    html: typeof mail.html === 'string' ? mail.html : null,
    raw,
  };
};
