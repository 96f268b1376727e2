import v8 from 'node:v8';
import vm from 'node:vm';
import { describe, expect, it } from 'vitest';
import { cancelRun } from '#server/runtime/cancel-run.ts';
import { runDemo } from '#server/runtime/run-demo.ts';
import { testDatabase } from '#testing/test-database.ts';
import { signIn, TEST_APP_URL, testServices } from '#testing/test-services.ts';
import { streamRun } from './stream-run.ts';

const db = testDatabase();
const services = testServices(db);

const open = async (runId: string, headers: Headers, signal?: AbortSignal): Promise<Response> =>
  streamRun(
    services(),
    services().feed(),
    runId,
    new Request(`${TEST_APP_URL}/api/runs/${runId}/events`, {
      headers,
      ...(signal === undefined ? {} : { signal }),
    }),
  );

/** Reads until the text has what is looked for. */
const readUntil = async (
  reader: ReadableStreamDefaultReader<Uint8Array>,
  wanted: RegExp,
): Promise<string> => {
  let text = '';
  while (!wanted.test(text)) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`The stream ended with: ${text}`);
    text += new TextDecoder().decode(value);
  }
  return text;
};

v8.setFlagsFromString('--expose-gc');
const collectGarbage = vm.runInNewContext('gc') as () => void;

const untilDone = async (reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> => {
  while (!(await reader.read()).done);
};

describe('a run’s event stream', () => {
  it('begins with where the log stands, tells when it grows, and ends with the reader', async () => {
    const { runId } = await runDemo(services().deps, 'org_brightwater');
    const leave = new AbortController();
    const answer = await open(runId, await signIn(services(), 'lena@example.com'), leave.signal);
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    const reader = answer.body?.getReader();
    if (reader === undefined) throw new Error('No stream.');
    const first = await readUntil(reader, /data: \{"seq":\d+\}/);
    const before = Number(/"seq":(\d+)/.exec(first)?.[1]);
    await cancelRun(services().deps, {
      orgId: 'org_brightwater',
      runId,
      actor: 'user:usr_lena',
      reason: null,
    });
    const later = await readUntil(reader, /data: \{"seq":\d+\}/);
    expect(Number(/"seq":(\d+)/.exec(later)?.[1])).toBeGreaterThan(before);
    leave.abort();
    await untilDone(reader);
  });

  it('hears that the reader has left, though memory was tidied meanwhile', async () => {
    const { runId } = await runDemo(services().deps, 'org_brightwater');
    const leave = new AbortController();
    const answer = await open(runId, await signIn(services(), 'lena@example.com'), leave.signal);
    const reader = answer.body?.getReader();
    if (reader === undefined) throw new Error('No stream.');
    await readUntil(reader, /data: /);
    collectGarbage();
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    leave.abort();
    await untilDone(reader);
  });

  it('ends for somebody who is a member no more', async () => {
    const { runId } = await runDemo(services().deps, 'org_brightwater');
    const answer = await open(runId, await signIn(services(), 'tom@example.com'));
    const reader = answer.body?.getReader();
    if (reader === undefined) throw new Error('No stream.');
    await readUntil(reader, /data: /);
    await db.sql.query(`delete from members where user_id = 'usr_tom'`);
    const change = { orgId: 'org_brightwater', runId, actor: 'user:usr_lena', reason: null };
    await cancelRun(services().deps, change);
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += new TextDecoder().decode(value);
    }
    expect(text).not.toContain('data:');
  });

  it('is for members only, and for runs of their own workspace', async () => {
    expect((await open('run_x', new Headers())).status).toBe(401);
    expect((await open('run_x', await signIn(services(), 'lena@example.com'))).status).toBe(404);
  });
});
