import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText } from 'ai';
import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { SANDBOX_CREDENTIALS } from './credentials.ts';
import { FAULT_MODES, type FaultRequest } from './faults/fault.ts';
import type { SandboxService } from './services.ts';
import { listCalls } from './store/calls.ts';
import { clearReceived } from './store/clear.ts';
import { listCrmRecords } from './store/crm-records.ts';
import { setFault } from './store/faults.ts';
import { listEchoedRequests } from './store/http-requests.ts';
import { listModelCalls } from './store/model-calls.ts';

const db = testDatabase();
const box = testSandbox(db);

const PROMPT = 'Write a short email to Maya Lindner.';

const call = async (
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${box.sandbox.httpUrl}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const complete = async (key: string | null, prompt = PROMPT) =>
  call(
    'POST',
    '/model/v1/chat/completions',
    { model: 'sandbox-writer-1', messages: [{ role: 'user', content: prompt }] },
    {
      ...bearer(SANDBOX_CREDENTIALS.modelKey),
      ...(key === null ? {} : { 'idempotency-key': key }),
    },
  );

const upsert = async (externalId: string, fields: unknown) =>
  call(
    'PUT',
    `/crm/objects/Task/${encodeURIComponent(externalId)}`,
    { fields },
    {
      ...bearer(SANDBOX_CREDENTIALS.crmToken),
    },
  );

const echo = async (key: string, body: unknown = { n: 1 }) =>
  call('POST', '/http/orders?x=1', body, { 'idempotency-key': key });

beforeEach(async () => {
  await clearReceived(db.sql);
  for (const service of ['model', 'crm', 'http'] as const) {
    await setFault(db.sql, service, { mode: 'normal' });
  }
});

describe('the sandbox model endpoint', () => {
  it('answers an OpenAI-compatible client with a draft and its usage', async () => {
    const provider = createOpenAICompatible({
      name: 'sandbox',
      baseURL: `${box.sandbox.httpUrl}/model/v1`,
      apiKey: SANDBOX_CREDENTIALS.modelKey,
    });
    const { text, usage } = await generateText({
      model: provider('sandbox-writer-1'),
      prompt: PROMPT,
      headers: { 'Idempotency-Key': 'run_1/draft' },
    });
    expect(text).toMatch(/^Hello Maya,/);
    expect(usage.inputTokens).toBeGreaterThan(0);
    const [stored] = await listModelCalls(db.sql, 10);
    expect(stored).toMatchObject({ prompt: PROMPT, reply: text, idempotencyKey: 'run_1/draft' });
    expect(stored?.outputTokens).toBe(usage.outputTokens);
  });

  it('S4.5 writes no more than the tokens that it was allowed', async () => {
    const answer = await call(
      'POST',
      '/model/v1/chat/completions',
      { model: 'm', max_tokens: 10, messages: [{ role: 'user', content: PROMPT }] },
      bearer(SANDBOX_CREDENTIALS.modelKey),
    );
    expect(await answer.json()).toMatchObject({
      choices: [{ finish_reason: 'length' }],
      usage: { completion_tokens: 10 },
    });
  });

  it('S3.5 gives the stored answer for a key that it knows, and counts one', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, async () => complete('key-1')));
    const bodies = await Promise.all(answers.map(async (answer) => answer.json() as unknown));
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(await listModelCalls(db.sql, 10)).toMatchObject([{ replays: 4 }]);
  });

  it('refuses a known key with another request, and a wrong API key', async () => {
    await complete('key-1');
    expect((await complete('key-1', 'Write to Grace Oduya.')).status).toBe(409);
    const stranger = await call('POST', '/model/v1/chat/completions', {}, bearer('sk-wrong'));
    expect(stranger.status).toBe(401);
  });

  it('refuses what it cannot do, in words', async () => {
    const streamed = await call(
      'POST',
      '/model/v1/chat/completions',
      { model: 'm', stream: true, messages: [{ role: 'user', content: 'x' }] },
      bearer(SANDBOX_CREDENTIALS.modelKey),
    );
    expect(streamed.status).toBe(400);
    expect(await streamed.json()).toMatchObject({ error: { code: 'unsupported_value' } });
  });
});

describe('the sandbox CRM', () => {
  it('S3.5 upserts by external id: created once, then updated', async () => {
    const first = await upsert('run_1/crm_task', { title: 'Call Maya' });
    const second = await upsert('run_1/crm_task', { due: '2026-10-26' });
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(await listCrmRecords(db.sql, { limit: 10 })).toMatchObject([
      {
        object: 'Task',
        externalId: 'run_1/crm_task',
        fields: { title: 'Call Maya', due: '2026-10-26' },
        writes: 2,
      },
    ]);
  });

  it('creates one record when the same upsert comes many times at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () => upsert('run_2/crm_task', { title: 'x' })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(await listCrmRecords(db.sql, { limit: 10 })).toMatchObject([{ writes: 6 }]);
  });

  it('finds by external id, lists, and says when there is none', async () => {
    await upsert('a b/ü', { title: 'x\u0000y' });
    const get = async (path: string, token = SANDBOX_CREDENTIALS.crmToken) =>
      fetch(`${box.sandbox.httpUrl}/crm/objects/${path}`, { headers: bearer(token) });
    const found = await get(`Task/${encodeURIComponent('a b/ü')}`);
    expect(await found.json()).toMatchObject({ externalId: 'a b/ü', fields: { title: 'xy' } });
    expect(await (await get('Task')).json()).toMatchObject({ items: [{ externalId: 'a b/ü' }] });
    expect((await get('Task/none')).status).toBe(404);
    expect((await get('Task', 'wrong')).status).toBe(401);
  });

  it('refuses a body that is no object', async () => {
    expect((await upsert('x', 'text')).status).toBe(400);
    expect(await listCrmRecords(db.sql, { limit: 10 })).toEqual([]);
  });
});

describe('the sandbox echo', () => {
  it('S3.5 says the same again for the same key, and stores one', async () => {
    const first = await echo('key-1');
    const second = await echo('key-1');
    expect(await second.json()).toEqual(await first.json());
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    const [stored] = await listEchoedRequests(db.sql, 10);
    expect(stored).toMatchObject({ path: '/http/orders?x=1', body: '{"n":1}', replays: 1 });
    expect((await echo('key-1', { n: 2 })).status).toBe(409);
  });
});

const SERVICES: readonly {
  readonly service: SandboxService;
  readonly act: () => Promise<Response>;
  readonly stored: () => Promise<number>;
  readonly refusals: Readonly<Record<string, number>>;
}[] = [
  {
    service: 'model',
    act: async () => complete(null),
    stored: async () => (await listModelCalls(db.sql, 10)).length,
    refusals: { rate_limited: 429, error: 500, reject: 400, revoked: 401, accept_then_error: 500 },
  },
  {
    service: 'crm',
    act: async () => upsert('run_3/task', { title: 'x' }),
    stored: async () => (await listCrmRecords(db.sql, { limit: 10 })).length,
    refusals: { rate_limited: 429, error: 500, reject: 422, revoked: 401, accept_then_error: 500 },
  },
  {
    service: 'http',
    act: async () => echo('key-3'),
    stored: async () => (await listEchoedRequests(db.sql, 10)).length,
    refusals: { rate_limited: 429, error: 500, reject: 422, revoked: 401, accept_then_error: 500 },
  },
];

const TAKES: ReadonlySet<string> = new Set([
  'normal',
  'slow',
  'accept_then_drop',
  'accept_then_error',
]);

describe.each(SERVICES)('$service misbehaving', ({ service, act, stored, refusals }) => {
  it.each(FAULT_MODES)('S3.4 stores exactly what it takes while %s', async (mode) => {
    const request: FaultRequest = { mode, retryAfterSeconds: 5, seconds: 0.2 };
    await setFault(db.sql, service, request);
    const began = performance.now();
    const status = await act().then(
      (response) => response.status,
      () => null,
    );
    const taken = performance.now() - began;
    const hungUp = mode === 'drop_before' || mode === 'accept_then_drop';
    if (hungUp) expect(status).toBeNull();
    else if (mode in refusals) expect(status).toBe(refusals[mode]);
    else expect(status).toBeLessThan(300);
    expect(await stored()).toBe(TAKES.has(mode) ? 1 : 0);
    expect(taken).toBeGreaterThanOrEqual(mode === 'slow' ? 200 : 0);
    const [recorded] = await listCalls(db.sql, { service });
    expect(recorded).toMatchObject({ status, fault: mode === 'normal' ? null : mode });
  });

  it('S4.2 sends Retry-After with 429', async () => {
    await setFault(db.sql, service, { mode: 'rate_limited', retryAfterSeconds: 5, times: 1 });
    expect((await act()).headers.get('retry-after')).toBe('5');
    expect((await act()).status).toBeLessThan(300);
  });
});
