import { z } from 'zod';
import { txOf, withTransaction } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import type { SandboxContext } from '../context.ts';
import { attemptDelivery } from '../deliver/attempt-delivery.ts';
import { composeBounce } from '../smtp/compose-bounce.ts';
import { composeReply } from '../smtp/compose-reply.ts';
import { type Delivery, storeDelivery } from '../store/deliveries.ts';
import { findMail } from '../store/mail.ts';
import { listMailReplies, type MailReply, storeMailReply } from '../store/mail-replies.ts';

export const replyRequest = z.strictObject({
  text: z.string().trim().min(1).max(100_000),
  /** Copies of the same message handed to the product, as a provider that delivers twice would. */
  times: z.int().min(1).max(5).default(1),
});

export const bounceRequest = z.strictObject({
  text: z.string().trim().min(1).max(10_000).default('The address does not exist (550 5.1.1).'),
});

export type ReplyRequest = z.input<typeof replyRequest>;
export type BounceRequest = z.input<typeof bounceRequest>;

interface Answer {
  readonly kind: MailReply['kind'];
  readonly text: string;
  readonly times: number;
}

const answerMail = async (
  ctx: SandboxContext,
  mailId: string,
  { kind, text, times }: Answer,
): Promise<MailReply> => {
  const tx = txOf(ctx.pool);
  const mail = await findMail(tx, mailId);
  if (mail === null) {
    throw new AppError('not_found', `There is no message ${mailId} in the sandbox's mailbox.`);
  }
  const id = newId('reply');
  const ownId = `<${id}@${mail.to.split('@')[1] ?? 'sandbox.holdfast.test'}>`;
  const { messageId, raw } =
    kind === 'reply'
      ? await composeReply(mail, text, ownId)
      : composeBounce(mail, text, ownId, new Date());
  const body = JSON.stringify({ raw: raw.toString('base64') });
  const deliveries = await withTransaction(ctx.pool, async (inner) => {
    await storeMailReply(inner, { id, mailId, kind, messageId, text, raw });
    const copies: Delivery[] = [];
    while (copies.length < times) {
      const copy = { id: newId('deliver'), kind: 'mail', subjectId: id, body } as const;
      copies.push(await storeDelivery(inner, copy));
    }
    return copies;
  });
  await Promise.all(deliveries.map(async (delivery) => attemptDelivery(ctx, delivery)));
  const [stored] = (await listMailReplies(tx, [mailId])).filter((reply) => reply.id === id);
  if (stored === undefined)
    throw new AppError('gone', 'Everything received was cleared meanwhile.');
  return stored;
};

/**
 * Answers a received message as its recipient. The reply is stored before it is handed to the
 * product, and handed over again until the product has taken it.
 */
export const replyToMail = async (
  ctx: SandboxContext,
  mailId: string,
  request: ReplyRequest,
): Promise<MailReply> => {
  const { text, times } = replyRequest.parse(request);
  return answerMail(ctx, mailId, { kind: 'reply', text, times });
};

/** Says by a delivery status notification that the message could not be delivered. */
export const bounceMail = async (
  ctx: SandboxContext,
  mailId: string,
  request: BounceRequest = {},
): Promise<MailReply> => {
  const { text } = bounceRequest.parse(request);
  return answerMail(ctx, mailId, { kind: 'bounce', text, times: 1 });
};
