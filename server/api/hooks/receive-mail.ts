import { z } from 'zod';
import type { AppServices } from '#server/api/app-services.ts';
import { problemResponse, toAppError } from '#server/platform/error-map.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { storableText } from '#server/platform/storable.ts';
import { logFor } from '#server/platform/log.ts';
import { deliverSignal } from '#server/runtime/deliver-signal.ts';
import { verifyWebhook } from '#server/runtime/verify-webhook.ts';
import { findMailOrg, isOwnMailbox, suppressBounced } from '#server/store/product-mailboxes.ts';
import { insertReceipt } from '#server/store/receipts.ts';
import { parseJson, readBody } from './read-body.ts';
import { readMail, type IncomingMail } from './read-mail.ts';

const log = logFor('inbound-mail');

/** Mails come in base64, with their attachments. */
const MAX_MAIL_BYTES = 15 * 1024 * 1024;

const bodySchema = z.object({ raw: z.base64() });

/** Only a person's answer is `email.reply`: an out-of-office note wakes no run. */
const SIGNALS = {
  reply: 'email.reply',
  auto_reply: 'email.auto_reply',
  bounce: 'email.bounce',
} as const satisfies Record<IncomingMail['kind'], string>;

const readSigned = async (services: AppServices, request: Request): Promise<IncomingMail> => {
  const body = await readBody(request, MAX_MAIL_BYTES);
  const check = verifyWebhook(
    services.secrets.inboundMailSecret,
    request.headers,
    body,
    Date.now(),
  );
  if (!check.ok) throw new AppError('bad_signature', check.why, { hint: check.hint });
  const parsed = bodySchema.safeParse(parseJson(body));
  if (!parsed.success) {
    throw new AppError('unprocessable', 'The message is missing.', {
      hint: 'Send {"raw": "<the whole message in base64>"}.',
      cause: parsed.error,
    });
  }
  return readMail(Buffer.from(parsed.data.raw, 'base64'));
};

const keepUnrelated = async (services: AppServices, orgId: string, detail: string): Promise<void> =>
  insertReceipt(services.reads, {
    id: newId('rcp'),
    orgId,
    automationId: null,
    source: 'inbound_email',
    result: 'stored',
    runId: null,
    detail,
    startKey: null,
  });

/** What nobody can be waiting for; a copy of what we wrote ourselves in the thread is no answer. */
const whyUnrelated = async (
  services: AppServices,
  orgId: string,
  mail: IncomingMail,
): Promise<string | null> => {
  if (mail.inReplyTo === null) return 'An email that answers none of ours: nothing waits for it.';
  return (await isOwnMailbox(services.reads, orgId, mail.from))
    ? 'An email from one of our own mailboxes: no answer to us.'
    : null;
};

const take = async (services: AppServices, mail: IncomingMail): Promise<Response> => {
  const orgId = await findMailOrg(services.reads, mail.to, mail.inReplyTo);
  if (orgId === null) {
    throw new AppError('unprocessable', 'No workspace has the mailbox that this was sent to.', {
      hint: 'Set the sender address of a mailbox connection to it.',
    });
  }
  if (mail.failed.length > 0) await suppressBounced(services.reads, orgId, mail.failed);
  const unrelated = await whyUnrelated(services, orgId, mail);
  if (mail.inReplyTo === null || unrelated !== null) {
    await keepUnrelated(services, orgId, unrelated ?? '');
    return Response.json({ kind: mail.kind, runId: null, duplicate: false }, { status: 202 });
  }
  const { runId, duplicate } = await deliverSignal(services.deps, {
    orgId,
    name: SIGNALS[mail.kind],
    correlationKey: mail.inReplyTo,
    identity: mail.messageId,
    // It has been sent and cannot be sent otherwise: what jsonb cannot hold is repaired.
    payload: {
      from: storableText(mail.from),
      subject: storableText(mail.subject),
      text: storableText(mail.text),
    },
    source: 'inbound_email',
  });
  return Response.json({ kind: mail.kind, runId, duplicate }, { status: duplicate ? 200 : 202 });
};

/** An email that came in, as the mail provider hands it over: signed, whole, perhaps twice. */
export const receiveMail = async (services: AppServices, request: Request): Promise<Response> => {
  try {
    return await take(services, await readSigned(services, request));
  } catch (error) {
    const appError = toAppError(error);
    if (appError.code === 'internal') log.error({ err: error }, 'an incoming email failed');
    return problemResponse(appError);
  }
};
