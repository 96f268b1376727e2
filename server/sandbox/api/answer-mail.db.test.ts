import { simpleParser } from 'mailparser';
import { createTransport } from 'nodemailer';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#server/testing/test-database.ts';
import {
  type ReceivedPost,
  TEST_SANDBOX_SECRETS,
  testSandbox,
} from '#server/testing/test-sandbox.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { SANDBOX_CREDENTIALS } from '../credentials.ts';
import { clearReceived } from '../store/clear.ts';
import { bounceMail, replyToMail } from './answer-mail.ts';
import { listMail } from './list-mail.ts';

const db = testDatabase();
const box = testSandbox(db, { timing: { mailRetrySeconds: 0.05, pollMs: 20 } });

const ORIGINAL = '<run_1.send_email@example.com>';

const receiveOne = async (): Promise<string> => {
  const transport = createTransport({
    host: '127.0.0.1',
    port: box.sandbox.smtpPort,
    auth: { user: 'sam@example.com', pass: SANDBOX_CREDENTIALS.smtpPassword },
  });
  await transport.sendMail({
    from: 'Sam Okafor <sam@example.com>',
    to: 'Maya Lindner <maya@lindner.example>',
    subject: 'Your demo',
    text: 'Hello Maya,\nshall we talk?\n',
    messageId: ORIGINAL,
    references: ['<earlier@example.com>'],
  });
  return (await listMail(db.sql)).items[0]?.id ?? '';
};

const messageIn = async (post: ReceivedPost | undefined) => {
  const body = JSON.parse(post?.body ?? '{}') as { raw: string };
  return simpleParser(Buffer.from(body.raw, 'base64'));
};

describe('answering mail in the sandbox', () => {
  beforeEach(async () => {
    await clearReceived(db.sql);
    box.product.received.length = 0;
    box.product.answer = () => 202;
  });

  it('S6.1 hands the product a real reply that names what it answers', async () => {
    const reply = await replyToMail(box.sandbox.context, await receiveOne(), {
      text: 'Wednesday works, thank you. – Größe passt.',
    });
    expect(reply.deliveries).toMatchObject([
      { status: 'delivered', attempts: 1, answerStatus: 202 },
    ]);
    const [post] = box.product.received;
    expect(post?.path).toBe('/hooks/inbound-email');
    const mail = await messageIn(post);
    expect(mail).toMatchObject({
      subject: 'Re: Your demo',
      inReplyTo: ORIGINAL,
      references: ['<earlier@example.com>', ORIGINAL],
      messageId: reply.messageId,
    });
    expect(mail.from?.value).toEqual([{ name: 'Maya Lindner', address: 'maya@lindner.example' }]);
    expect(mail.text).toContain('Größe passt.');
    expect(mail.text).toContain('> shall we talk?');
  });

  it('signs per Standard Webhooks over the exact bytes', async () => {
    await replyToMail(box.sandbox.context, await receiveOne(), { text: 'Yes' });
    const [post] = box.product.received;
    const headers = post?.headers as Record<string, string>;
    const verifier = new Webhook(TEST_SANDBOX_SECRETS.inboundMailSecret, { format: 'raw' });
    expect(verifier.verify(post?.body ?? '', headers)).toHaveProperty('raw');
    expect(() => verifier.verify(`${post?.body ?? ''} `, headers)).toThrow();
  });

  it('S6.4 can hand one reply over twice, as two transports of one message', async () => {
    const reply = await replyToMail(box.sandbox.context, await receiveOne(), {
      text: 'Yes',
      times: 2,
    });
    const mails = await Promise.all(box.product.received.map(messageIn));
    expect(mails.map(({ messageId }) => messageId)).toEqual([reply.messageId, reply.messageId]);
    const ids = box.product.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(2);
  });

  it('hands a reply over again until the product has taken it', async () => {
    box.product.answer = () => (box.product.received.length < 3 ? 503 : 202);
    const id = await receiveOne();
    const reply = await replyToMail(box.sandbox.context, id, { text: 'Yes' });
    expect(reply.deliveries).toMatchObject([{ status: 'pending', answerStatus: 503 }]);
    await waitFor('the reply to be taken', async () => {
      const { items } = await listMail(db.sql);
      return items[0]?.replies[0]?.deliveries[0]?.status === 'delivered';
    });
    expect(box.product.received).toHaveLength(3);
    expect(new Set(box.product.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('bounces a message with a delivery status notification', async () => {
    await bounceMail(box.sandbox.context, await receiveOne());
    const mail = await messageIn(box.product.received[0]);
    expect(mail.inReplyTo).toBe(ORIGINAL);
    expect(mail.from?.value[0]?.address).toMatch(/^mailer-daemon@/);
    expect(mail.headers.get('content-type')).toMatchObject({
      value: 'multipart/report',
      params: { 'report-type': 'delivery-status' },
    });
    expect(mail.headers.get('auto-submitted')).toBe('auto-replied');
  });

  it('refuses to answer what it never received', async () => {
    await expect(
      replyToMail(box.sandbox.context, 'mail_unknown', { text: 'Yes' }),
    ).rejects.toMatchObject({ code: 'not_found' });
    expect(box.product.received).toEqual([]);
  });
});
