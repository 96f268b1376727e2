import { z } from 'zod';
import type { StepDefinition } from '#server/engine/definition.ts';
import { connectionSchema, excerpt, templateSchema } from '../fields.ts';

const config = z.strictObject({
  connection: connectionSchema('mailbox'),
  to: templateSchema('the recipient', 1000).default('{{ contact.email }}'),
  subject: templateSchema('a subject', 2000),
  body: templateSchema('the body', 200_000),
  /** In an HTML body every value is escaped unless the author says `| raw`. */
  format: z.enum(['text', 'html']).default('text'),
  replyTo: templateSchema('a reply address', 1000).optional(),
  /** Marketing needs consent; a transactional email (a receipt) does not. */
  purpose: z.enum(['marketing', 'transactional']).default('marketing'),
});

export type SendEmailConfig = z.output<typeof config>;

export const sendEmail: StepDefinition<SendEmailConfig> = {
  kind: 'send_email',
  title: 'Send an email',
  group: 'send',
  icon: 'mail',
  config,
  lane: 'io',
  connection: ({ connection }) => connection,
  canFail: true,
  waits: false,
  ports: () => [
    { id: 'sent', label: 'Sent' },
    { id: 'skipped', label: 'Skipped' },
  ],
  sentence: ({ to, subject, connection }) =>
    `Send “${excerpt(subject)}” to ${
      to.replaceAll(' ', '') === '{{contact.email}}' ? 'the contact' : excerpt(to, 40)
    } from ${connection}`,
  templates: ({ to, subject, body, replyTo }) => [
    { field: 'to', template: to },
    { field: 'subject', template: subject },
    { field: 'body', template: body },
    ...(replyTo === undefined ? [] : [{ field: 'replyTo', template: replyTo }]),
  ],
  outputFields: ['messageId', 'accepted', 'skipped', 'reason'],
  enter: () => ({ kind: 'work', lane: 'io' }),
};
