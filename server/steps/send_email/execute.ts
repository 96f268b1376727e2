import type { SmtpRequest } from '#server/connectors/smtp.ts';
import type { ContactForSending, EffectExecutor, ExecuteContext, Prepared } from '../executor.ts';
import { isoInstant } from '../instant.ts';
import { inField, renderBody, renderFields } from '../render-fields.ts';
import type { SendEmailConfig } from './definition.ts';

const ADDRESS = /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+$/;

interface Skip {
  readonly code: 'erased' | 'no_address' | 'suppressed' | 'unsubscribed';
  readonly reason: string;
}

const ERASED: Skip = { code: 'erased', reason: 'The contact was erased.' };
const NO_ADDRESS: Skip = { code: 'no_address', reason: 'The contact has no email address.' };
const SUPPRESSED: Skip = { code: 'suppressed', reason: 'The address is on the suppression list.' };
const UNSUBSCRIBED: Skip = {
  code: 'unsubscribed',
  reason: 'The contact has unsubscribed from marketing email.',
};

const NO_SENDER = {
  code: 'no_sender',
  message: 'The mailbox is not set up: it needs a sender address.',
};

/**
 * Whether this contact may be written to, evaluated once, when the effect is prepared and not at
 * enrolment: who unsubscribes on Sunday gets no email on Monday. Suppression (a bounce, a
 * complaint) blocks every purpose; a withdrawn consent blocks marketing only, so that a receipt
 * still goes out.
 */
function reasonToSkip(
  contact: ContactForSending,
  purpose: SendEmailConfig['purpose'],
): Skip | null {
  if (contact.suppressed) return SUPPRESSED;
  return purpose === 'marketing' && contact.emailConsent === 'withdrawn' ? UNSUBSCRIBED : null;
}

function skip({ code, reason }: Skip): Prepared {
  const output = { messageId: null, accepted: null, skipped: true, reason: code };
  return { kind: 'skip', port: 'skipped', output, reason };
}

/** Newlines in a header would begin another header. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function readRecipient(context: ExecuteContext<SendEmailConfig>): Prepared | string {
  const { config, contact, data, render } = context;
  if (contact?.erased === true) return skip(ERASED);
  if (contact?.email === null && /\bcontact\.email\b/.test(config.to)) return skip(NO_ADDRESS);
  const rendered = render(config.to, data);
  if (!rendered.ok) return { kind: 'fail', error: inField('to', rendered.error) };
  const to = oneLine(rendered.text);
  if (to === '') return skip(NO_ADDRESS);
  if (!ADDRESS.test(to)) {
    return {
      kind: 'fail',
      error: { code: 'bad_address', message: 'The recipient is not one email address.' },
    };
  }
  // `A@x.org` and `a@x.org` are one address; contacts are kept in lower case.
  const own = contact !== null && to.toLowerCase() === contact.email;
  const skipped = own ? reasonToSkip(contact, config.purpose) : null;
  return skipped === null ? to : skip(skipped);
}

function prepare(context: ExecuteContext<SendEmailConfig>): Prepared {
  const { config, data, render } = context;
  const to = readRecipient(context);
  if (typeof to !== 'string') return to;
  const from = context.connection?.settings['from'];
  if (typeof from !== 'string' || from.trim() === '') return { kind: 'fail', error: NO_SENDER };
  const headers = renderFields(
    { subject: config.subject, replyTo: config.replyTo ?? '' },
    data,
    render,
  );
  if (!headers.ok) return { kind: 'fail', error: headers.error };
  const body = renderBody(config.body, config.format, data, render);
  if (!body.ok) return { kind: 'fail', error: inField('body', body.error) };
  const request: SmtpRequest = {
    from: oneLine(from),
    to,
    subject: oneLine(headers.texts.subject),
    body: body.text,
    format: config.format,
    replyTo: headers.texts.replyTo === '' ? null : oneLine(headers.texts.replyTo),
    date: isoInstant(context.now),
  };
  return { kind: 'request', request };
}

export const sendEmailExecutor: EffectExecutor<SendEmailConfig> = {
  kind: 'effect',
  connector: 'smtp',
  connection: ({ connection }) => connection,
  prepare,
  complete: (_context, result) => ({
    kind: 'leave',
    port: 'sent',
    output: { ...(result as Record<string, unknown>), skipped: false },
  }),
};
