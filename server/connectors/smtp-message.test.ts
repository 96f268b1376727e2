import { describe, expect, it } from 'vitest';
import { recordConversation } from './smtp-conversation.ts';
import { buildMessage, messageIdFor } from './smtp-message.ts';

const email = {
  from: 'Sam <sam@example.com>',
  to: 'maya@example.com',
  subject: 'Grüße 👋 שלום',
  body: 'Hello\n.\nBye',
  format: 'text' as const,
  replyTo: null,
  date: '2027-01-15T09:00:00.000Z',
  messageId: messageIdFor('run_1/send'),
};

describe('an email', () => {
  it('S3.6 has a Message-ID that names the effect, the same on every attempt', () => {
    expect(messageIdFor('run_1/send')).toBe(messageIdFor('run_1/send'));
    expect(messageIdFor('run_1/send')).not.toBe(messageIdFor('run_1/send/2'));
    expect(messageIdFor('run_1/send')).toMatch(/^<[0-9a-f]{40}@[a-z.]+>$/);
  });

  it.each(['text', 'html'] as const)(
    'S3.5 is the same bytes each time it is built as %s',
    async (format) => {
      const first = await buildMessage({ ...email, format });
      const second = await buildMessage({ ...email, format });
      expect(first.equals(second)).toBe(true);
      const text = first.toString();
      expect(text).toContain('Date: Fri, 15 Jan 2027 09:00:00 +0000');
      expect(text).toContain(`Message-ID: ${email.messageId}`);
      expect(text).not.toContain('nodemailer');
    },
  );
});

describe('a talk with a mail server', () => {
  it('is kept without addresses and credentials', () => {
    const talk = recordConversation();
    talk.server('220 mx.example.com ESMTP');
    talk.client('AUTH PLAIN AHNhbQBzZWNyZXQ=');
    talk.server('334 VXNlcm5hbWU6');
    talk.client('c2VjcmV0');
    talk.client('MAIL FROM:<sam@example.com>');
    talk.server('550 5.1.1 <maya@example.com>: user maya@example.com unknown');
    expect(talk.lines()).toEqual([
      '< 220 mx.example.com ESMTP',
      '> AUTH PLAIN',
      '< 334 …',
      '> …',
      '> MAIL FROM',
      '< 550 5.1.1 <…>: user … unknown',
    ]);
  });

  it('keeps only its end', () => {
    const talk = recordConversation();
    for (let line = 0; line < 100; line += 1) talk.server(`250 ${line}`);
    expect(talk.lines()).toHaveLength(12);
    expect(talk.lines().at(-1)).toBe('< 250 99');
  });
});
