import { createTransport } from 'nodemailer';
import { beforeAll, describe, expect, it } from 'vitest';
import { documentSchema } from '#server/engine/document.ts';
import { createAutomation } from '#server/runtime/create-automation.ts';
import { publishAutomation } from '#server/runtime/publish-automation.ts';
import { startByHand } from '#server/runtime/start-by-hand.ts';
import { signWebhook } from '#server/sandbox/deliver/sign.ts';
import { documentOf, end, reply } from '#testing/documents.ts';
import { testDatabase } from '#testing/test-database.ts';
import { TEST_SECRETS } from '#testing/test-secrets.ts';
import { TEST_APP_URL, testServices } from '#testing/test-services.ts';
import { receiveMail } from './receive-mail.ts';

const db = testDatabase();
const services = testServices(db);
const ORG = 'org_brightwater';
const composer = createTransport({ streamTransport: true, buffer: true });

interface Mail {
  readonly inReplyTo?: string;
  readonly messageId?: string;
  readonly subject?: string;
  readonly headers?: Record<string, string>;
  readonly to?: string;
  readonly from?: string;
  readonly text?: string;
}

let sent = 0;

const compose = async (mail: Mail): Promise<string> => {
  sent += 1;
  const { message } = await composer.sendMail({
    from: mail.from ?? 'Maya <maya@example.com>',
    to: mail.to ?? 'Sam Okafor <sam@example.com>',
    subject: mail.subject ?? 'Re: Your demo',
    text: mail.text ?? 'Thursday at 11 suits me.',
    messageId: mail.messageId ?? `<reply-${sent}@example.com>`,
    ...(mail.inReplyTo === undefined ? {} : { inReplyTo: mail.inReplyTo }),
    ...(mail.headers === undefined ? {} : { headers: mail.headers }),
  });
  return (message as Buffer).toString('base64');
};

const deliver = async (raw: string, secret = TEST_SECRETS.inboundMailSecret): Promise<Response> => {
  const body = JSON.stringify({ raw });
  return receiveMail(
    services(),
    new Request(`${TEST_APP_URL}/hooks/inbound-email`, {
      method: 'POST',
      body,
      headers: signWebhook(secret, `msg_${sent}`, body, new Date()),
    }),
  );
};

let automationId = '';
beforeAll(async () => {
  const { deps } = services();
  const document = documentSchema.parse(documentOf([reply('answer'), end()]));
  const made = await createAutomation(deps, { orgId: ORG, document, actor: 'test' });
  automationId = made.id;
  await publishAutomation(deps, { orgId: ORG, automationId, revision: 1, note: '', actor: 'test' });
});

/** A run that waits for an answer to the message with this id. */
const waiting = async (messageId: string): Promise<string> => {
  const { runId } = await startByHand(services().deps, {
    orgId: ORG,
    automationId,
    input: { key: messageId },
    trigger: 'manual',
    actor: 'user:usr_lena',
  });
  return runId;
};

const statusOf = async (runId: string): Promise<string | undefined> =>
  (await db.sql.query<{ status: string }>('select status from runs where id = $1', [runId])).rows[0]
    ?.status;

describe('an incoming email', () => {
  it('S6.2 moves the run on that waits for an answer to that message', async () => {
    const runId = await waiting('<sent-1@effects.holdfast.app>');
    const answer = await deliver(await compose({ inReplyTo: '<sent-1@effects.holdfast.app>' }));
    expect(answer.status).toBe(202);
    expect(await answer.json()).toEqual({ kind: 'reply', runId, duplicate: false });
    expect(await statusOf(runId)).toBe('done');
    const { rows } = await db.sql.query(
      `select output from steps where run_id = $1 and step_id = 'answer'`,
      [runId],
    );
    expect(rows[0]).toMatchObject({
      output: { from: 'maya@example.com', subject: 'Re: Your demo' },
    });
  });

  it('S6.2 is no answer when we wrote it ourselves', async () => {
    const inReplyTo = '<sent-own@effects.holdfast.app>';
    const runId = await waiting(inReplyTo);
    const from = 'Sam Okafor <Sam@Example.com>';
    const copy = await deliver(await compose({ inReplyTo, from, subject: 'One more thing' }));
    expect(await copy.json()).toMatchObject({ runId: null });
    expect(await statusOf(runId)).toBe('waiting_signal');
  });

  it('S6.2 with characters that no row can hold is kept without them', async () => {
    const inReplyTo = '<sent-nul@effects.holdfast.app>';
    const runId = await waiting(inReplyTo);
    const answer = await deliver(await compose({ inReplyTo, text: 'Thursday\u0000 it is' }));
    expect(await answer.json()).toMatchObject({ kind: 'reply', runId });
  });

  it('S6.2 that comes before the wait begins is kept for it', async () => {
    await deliver(await compose({ inReplyTo: '<sent-early@effects.holdfast.app>' }));
    const runId = await waiting('<sent-early@effects.holdfast.app>');
    expect(await statusOf(runId)).toBe('done');
  });

  it('S6.4 delivered twice is one answer, and two answers are two', async () => {
    const inReplyTo = '<sent-2@effects.holdfast.app>';
    const first = await compose({ inReplyTo, messageId: '<one@example.com>' });
    expect((await deliver(first)).status).toBe(202);
    const again = await deliver(first);
    expect(again.status).toBe(200);
    expect(await again.json()).toMatchObject({ duplicate: true });
    const second = await compose({ inReplyTo, messageId: '<two@example.com>' });
    expect((await deliver(second)).status).toBe(202);
  });

  it.each([
    ['Auto-Submitted', { headers: { 'Auto-Submitted': 'auto-replied' } }],
    ['an older header', { headers: { 'X-Autoreply': 'yes' } }],
    ['its subject', { subject: 'Out of office: back on Monday' }],
  ])('that is automatic by %s does not count as an answer', async (_by, mail) => {
    const inReplyTo = `<sent-auto-${sent}@effects.holdfast.app>`;
    const runId = await waiting(inReplyTo);
    const answer = await deliver(await compose({ inReplyTo, ...mail }));
    expect(await answer.json()).toMatchObject({ kind: 'auto_reply', runId: null });
    expect(await statusOf(runId)).toBe('waiting_signal');
    const { rows } = await db.sql.query(`select name from signals where correlation_key = $1`, [
      inReplyTo,
    ]);
    expect(rows).toEqual([{ name: 'email.auto_reply' }]);
  });

  it('that bounced for good blocks the address', async () => {
    await db.sql.query(
      `insert into contacts (id, org_id, email) values ('con_gone', $1, 'gone@example.net')`,
      [ORG],
    );
    const raw = [
      'From: MAILER-DAEMON@mx.example.net',
      'To: sam@example.com',
      'Subject: Undeliverable',
      'Message-ID: <bounce@mx.example.net>',
      'In-Reply-To: <sent-3@effects.holdfast.app>',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'It could not be delivered.',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example.net',
      '',
      'Final-Recipient: rfc822; Gone@example.net',
      'Action: failed',
      'Status: 5.1.1',
      '',
      '--b--',
      '',
    ].join('\r\n');
    const answer = await deliver(Buffer.from(raw).toString('base64'));
    expect(await answer.json()).toMatchObject({ kind: 'bounce' });
    const { rows } = await db.sql.query(
      `select reason from suppressions where address = 'gone@example.net'`,
    );
    expect(rows).toEqual([{ reason: 'bounce' }]);
  });

  it('with a wrong signature, or for nobody, is refused', async () => {
    const raw = await compose({ inReplyTo: '<sent-4@effects.holdfast.app>' });
    expect((await deliver(raw, 'some-other-mail-secret')).status).toBe(401);
    expect((await deliver('not base64!')).status).toBe(422);
  });
});
