import type { SMTPServerSession } from 'smtp-server';
import { txOf } from '#server/platform/db.ts';
import { newId } from '#server/platform/ids.ts';
import type { SandboxContext } from '../context.ts';
import type { Fault } from '../faults/fault.ts';
import { pause } from '../faults/pause.ts';
import { takeFault } from '../store/faults.ts';
import { type NewMail, storeMail } from '../store/mail.ts';
import { type Envelope, parseMail } from './parse-mail.ts';
import { recordSmtpCall } from './record-smtp-call.ts';
import { smtpError } from './smtp-error.ts';

const refusalOf = (fault: Fault): Error | null => {
  switch (fault.mode) {
    case 'rate_limited':
      return smtpError(451, `4.7.1 Too many messages, try again in ${fault.retryAfterSeconds} s`);
    case 'error':
      return smtpError(451, '4.3.0 Local error in processing');
    case 'reject':
      return smtpError(554, '5.7.1 Message refused');
    default:
      return null;
  }
};

const outcomeOf = (fault: Fault): NewMail['outcome'] => {
  if (fault.mode === 'accept_then_drop') return 'hung_up';
  return fault.mode === 'accept_then_error' ? 'answered_with_error' : 'accepted';
};

/** What is answered instead of 250 to a message that was taken; null: 250 it is. */
const hiddenAnswer = (fault: Fault): { readonly status: 451 | null } | null => {
  if (fault.mode === 'accept_then_drop') return { status: null };
  return fault.mode === 'accept_then_error' ? { status: 451 } : null;
};

const codeOf = (error: Error): number =>
  'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 451;

const readAll = async (stream: NodeJS.ReadableStream): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const envelopeOf = (session: SMTPServerSession): Envelope => ({
  from: session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address,
  to: session.envelope.rcptTo.map((recipient) => recipient.address),
});

export type Taken = 'answer' | 'cut';

/** Takes one message; throws the refusal. `cut` means: no answer at all. */
export const takeMessage = async (
  ctx: SandboxContext,
  stream: NodeJS.ReadableStream & { readonly sizeExceeded: boolean },
  session: SMTPServerSession,
): Promise<Taken> => {
  const began = performance.now();
  const fault = await takeFault(txOf(ctx.pool), 'smtp', (mode) => mode !== 'revoked');
  if (fault.mode === 'drop_before') {
    await recordSmtpCall(ctx, 'DATA', { status: null, fault, began });
    return 'cut';
  }
  const raw = await readAll(stream);
  const refusal = stream.sizeExceeded ? smtpError(552, '5.3.4 Message too big') : refusalOf(fault);
  if (refusal !== null) {
    await recordSmtpCall(ctx, 'DATA', { status: codeOf(refusal), fault, began });
    throw refusal;
  }
  await storeMail(txOf(ctx.pool), {
    ...(await parseMail(raw, envelopeOf(session))),
    id: newId('mail'),
    outcome: outcomeOf(fault),
    mailbox: session.user ?? '',
  });
  if (fault.mode === 'slow') await pause(fault.slowSeconds, ctx.stopping);
  const hidden = hiddenAnswer(fault);
  await recordSmtpCall(ctx, 'DATA', {
    status: hidden === null ? 250 : hidden.status,
    fault,
    began,
  });
  if (hidden?.status === 451) throw smtpError(451, '4.3.0 Local error in processing');
  return hidden === null ? 'answer' : 'cut';
};
