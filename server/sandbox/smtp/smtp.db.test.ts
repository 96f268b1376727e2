import { connect } from 'node:net';
import { createTransport } from 'nodemailer';
import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { listMail } from '../api/list-mail.ts';
import { SANDBOX_CREDENTIALS } from '../credentials.ts';
import type { FaultRequest } from '../faults/fault.ts';
import { listCalls } from '../store/calls.ts';
import { clearReceived } from '../store/clear.ts';
import { listFaults, setFault } from '../store/faults.ts';
import { readRawMail } from '../store/mail.ts';

const db = testDatabase();
const box = testSandbox(db);

const MESSAGE = {
  from: 'Sam Okafor <sam@example.com>',
  to: 'Maya Lindner <maya@lindner.example>',
  subject: 'Your demo, Maya: größere Pläne',
  text: 'Hello Maya,\n\n.a line that begins with a dot\n',
  messageId: '<run_1.send_email@example.com>',
};

const send = async (message = MESSAGE, password = SANDBOX_CREDENTIALS.smtpPassword) => {
  const transport = createTransport({
    host: '127.0.0.1',
    port: box.sandbox.smtpPort,
    secure: false,
    auth: { user: 'sam@example.com', pass: password },
    socketTimeout: 5_000,
  });
  return transport.sendMail(message);
};

const misbehave = async (request: FaultRequest) => setFault(db.sql, 'smtp', request);

const failure = async (
  sending: Promise<unknown>,
): Promise<{ responseCode?: number; code?: string }> => {
  const error: unknown = await sending.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error === null) throw new Error('The message was taken.');
  return error as { responseCode?: number; code?: string };
};

describe('the sandbox mailbox', () => {
  beforeEach(async () => {
    await clearReceived(db.sql);
    await misbehave({ mode: 'normal' });
  });

  it('S3.5 stores what it accepts: raw bytes, parsed headers, envelope and Message-ID', async () => {
    await send();
    const { items, total } = await listMail(db.sql);
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({
      messageId: MESSAGE.messageId,
      from: 'sam@example.com',
      fromName: 'Sam Okafor',
      to: 'maya@lindner.example',
      toName: 'Maya Lindner',
      subject: MESSAGE.subject,
      envelope: { from: 'sam@example.com', to: ['maya@lindner.example'] },
      mailbox: 'sam@example.com',
      outcome: 'accepted',
      deliveries: 1,
      replies: [],
    });
    expect(items[0]?.text).toContain('.a line that begins with a dot');
    const raw = await readRawMail(db.sql, items[0]?.id ?? '');
    expect(raw?.toString('latin1')).toContain('\r\n.a line that begins with a dot\r\n');
  });

  it('S3.5 counts every accepted message, also under an equal Message-ID', async () => {
    await send();
    await send();
    const { items, total } = await listMail(db.sql);
    expect(total).toBe(2);
    expect(items.map(({ deliveries }) => deliveries)).toEqual([2, 2]);
  });

  it('refuses a wrong password with 535', async () => {
    expect(await failure(send(MESSAGE, 'wrong'))).toMatchObject({ responseCode: 535 });
    expect((await listMail(db.sql)).total).toBe(0);
  });

  it.each([
    ['rate_limited', 451],
    ['error', 451],
    ['reject', 554],
    ['revoked', 535],
  ] as const)('stores nothing while %s and answers %i', async (mode, responseCode) => {
    await misbehave({ mode });
    expect(await failure(send())).toMatchObject({ responseCode });
    expect((await listMail(db.sql)).total).toBe(0);
  });

  it('S3.4 hangs up without an answer, before or after it took the message', async () => {
    await misbehave({ mode: 'drop_before' });
    const before = await failure(send());
    expect((await listMail(db.sql)).total).toBe(0);
    await misbehave({ mode: 'accept_then_drop' });
    const after = await failure(send());
    const { items } = await listMail(db.sql);
    expect(items).toMatchObject([{ outcome: 'hung_up' }]);
    expect([before.responseCode, after.responseCode]).toEqual([undefined, undefined]);
  });

  it('answers 451 to a message that it took, when told to', async () => {
    await misbehave({ mode: 'accept_then_error' });
    expect(await failure(send())).toMatchObject({ responseCode: 451 });
    expect((await listMail(db.sql)).items).toMatchObject([{ outcome: 'answered_with_error' }]);
  });

  it('stores first and answers later while slow', async () => {
    await misbehave({ mode: 'slow', seconds: 0.4 });
    const began = performance.now();
    const sending = send();
    await waitFor('the message is stored', async () => (await listMail(db.sql)).total === 1);
    await sending;
    expect(performance.now() - began).toBeGreaterThanOrEqual(400);
  });

  it('misbehaves as many times as told, then is normal again', async () => {
    await misbehave({ mode: 'rate_limited', times: 2 });
    await failure(send());
    await failure(send());
    await send();
    const faults = await listFaults(db.sql);
    expect(faults.find(({ service }) => service === 'smtp')).toMatchObject({
      mode: 'normal',
      remaining: null,
    });
    const calls = await listCalls(db.sql, { service: 'smtp' });
    expect(calls.map(({ status, fault }) => [status, fault])).toEqual([
      [250, null],
      [451, 'rate_limited'],
      [451, 'rate_limited'],
    ]);
  });

  it('uses up a limited fault once per message, with many senders at a time', async () => {
    await misbehave({ mode: 'reject', times: 3 });
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, async () => send()));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(3);
    expect((await listMail(db.sql)).total).toBe(5);
  });

  it('does not store a message whose sender went away before the final dot', async () => {
    const socket = connect(box.sandbox.smtpPort, '127.0.0.1');
    const plain = Buffer.from(`\0sam\0${SANDBOX_CREDENTIALS.smtpPassword}`).toString('base64');
    const replies: string[] = [];
    socket.on('data', (data) => replies.push(data.toString()));
    const say = async (line: string, code: string): Promise<void> => {
      replies.length = 0;
      socket.write(`${line}\r\n`);
      await waitFor(`the answer to ${line.slice(0, 4)}`, () => replies.join('').includes(code));
    };
    await waitFor('the greeting', () => replies.join('').includes('220'));
    await say('EHLO test', '250 ');
    await say(`AUTH PLAIN ${plain}`, '235');
    await say('MAIL FROM:<sam@example.com>', '250');
    await say('RCPT TO:<maya@lindner.example>', '250');
    await say('DATA', '354');
    socket.write('Subject: half\r\n\r\nHalf a mess');
    socket.destroy();
    // A whole message after it: by its arrival the half one has been dealt with too.
    await send();
    expect((await listMail(db.sql)).items.map(({ subject }) => subject)).toEqual([MESSAGE.subject]);
  });
});
