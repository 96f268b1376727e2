import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { describeError, REDACT } from './log.ts';

test('what could hold a person’s data or a secret is cut out of a log line', () => {
  let line = '';
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      line += chunk.toString();
      done();
    },
  });
  pino({ redact: REDACT }, stream).info({
    runId: 'run_1',
    email: 'maya@example.com',
    contact: { id: 'con_1', email: 'maya@example.com' },
    effect: { key: 'k', request: { to: 'maya@example.com' } },
    connection: { credentials: { token: 'xoxb-1' } },
    headers: { authorization: 'Bearer hf_1' },
  });
  expect(line).not.toMatch(/maya|xoxb|Bearer/);
  expect(line).toContain('run_1');
  expect(line).toContain('con_1');
});

test('an error is logged without the rows that the database quotes in it', () => {
  const cause = Object.assign(new Error('duplicate key value violates unique constraint'), {
    code: '23505',
    constraint: 'contacts_email',
    detail: 'Key (org_id, email)=(org_1, maya@example.com) already exists.',
    where: 'maya@example.com',
    parameters: ['maya@example.com'],
  });
  const described = describeError(new Error('Could not be saved.', { cause }));
  expect(JSON.stringify(described)).not.toContain('maya');
  expect(described).toMatchObject({
    type: 'Error',
    message: 'Could not be saved.',
    cause: { code: '23505', constraint: 'contacts_email' },
  });
});

test('errors that are each other’s cause end a log line all the same', () => {
  const one = new Error('one');
  one.cause = new Error('two', { cause: one });
  expect(JSON.stringify(describeError(one)).length).toBeLessThan(20_000);
});
