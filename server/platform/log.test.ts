import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { REDACT } from './log.ts';

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
