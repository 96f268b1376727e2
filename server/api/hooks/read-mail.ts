/** What an incoming email is: an answer by a person, an automatic one, or a bounce. */
import { simpleParser, type ParsedMail } from 'mailparser';
import { z } from 'zod';
import { sha256Hex } from '#server/platform/digest.ts';

export interface IncomingMail {
  readonly kind: 'reply' | 'auto_reply' | 'bounce';
  /** The Message-ID that it answers; null where it answers nothing. */
  readonly inReplyTo: string | null;
  /** Its own Message-ID: the same when it is delivered twice. */
  readonly messageId: string;
  readonly from: string;
  /** Where it was sent, lower case. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** Addresses that a bounce says do not exist, lower case. */
  readonly failed: readonly string[];
}

const MOST_TEXT = 100_000;
const IDS = /<[^<>\s]+>/g;

const header = (mail: ParsedMail, name: string): string => {
  const value = mail.headers.get(name);
  return typeof value === 'string' ? value.toLowerCase() : '';
};

const contentTypeSchema = z.object({ value: z.string() });

const contentType = (mail: ParsedMail): string => {
  const value = mail.headers.get('content-type');
  if (typeof value === 'string') return value.toLowerCase();
  const parsed = contentTypeSchema.safeParse(value);
  return parsed.success ? parsed.data.value.toLowerCase() : '';
};

const SUBJECTS =
  /^\s*(auto(matic|mated)?[ -]?(reply|response)|out of (the )?office|abwesenheit|automatische antwort|réponse automatique)/iu;

/** RFC 3834 first, then what programs did before it. */
const isAutomatic = (mail: ParsedMail): boolean =>
  (header(mail, 'auto-submitted') !== '' && header(mail, 'auto-submitted') !== 'no') ||
  header(mail, 'x-autoreply') !== '' ||
  header(mail, 'x-autorespond') !== '' ||
  /^(bulk|junk|list|auto_reply)$/.test(header(mail, 'precedence')) ||
  SUBJECTS.test(mail.subject ?? '');

const senderOf = (mail: ParsedMail): string => mail.from?.value[0]?.address?.toLowerCase() ?? '';

const isBounce = (mail: ParsedMail): boolean =>
  contentType(mail).startsWith('multipart/report') ||
  /^(mailer-daemon|postmaster)@/.test(senderOf(mail));

/** Recipients that failed for good (5.x.x) by the report's own machine-readable part. */
const failedRecipients = (raw: string): string[] => {
  const found: string[] = [];
  for (const block of raw.split(/\r?\n\r?\n/)) {
    const address = /^final-recipient:\s*rfc822;\s*(\S+)/im.exec(block)?.[1];
    if (address !== undefined && /^status:\s*5\./im.test(block)) {
      found.push(address.replaceAll(/[<>]/g, '').toLowerCase());
    }
  }
  return found;
};

const recipientsOf = (mail: ParsedMail): string[] =>
  [mail.to ?? []]
    .flat()
    .flatMap((list) => list.value)
    .map((entry) => entry.address?.toLowerCase() ?? '')
    .filter((address) => address !== '');

/** In-Reply-To; without one the last of References, as some programs only write those. */
const answeredId = (mail: ParsedMail): string | null => {
  const direct = IDS[Symbol.match](mail.inReplyTo ?? '')?.[0];
  const references = [mail.references ?? []].flat().join(' ').match(IDS);
  return direct ?? references?.at(-1) ?? null;
};

/** Reads a raw message. Attachments are not kept. */
export const readMail = async (raw: Buffer): Promise<IncomingMail> => {
  const mail = await simpleParser(raw, { skipImageLinks: true, skipTextToHtml: true });
  const bounce = isBounce(mail);
  return {
    kind: bounce ? 'bounce' : isAutomatic(mail) ? 'auto_reply' : 'reply',
    inReplyTo: answeredId(mail),
    messageId: mail.messageId ?? `sha256:${sha256Hex(raw)}`,
    from: senderOf(mail),
    to: recipientsOf(mail),
    subject: mail.subject ?? '',
    text: (mail.text ?? '').slice(0, MOST_TEXT),
    failed: bounce ? failedRecipients(raw.toString('latin1')) : [],
  };
};
