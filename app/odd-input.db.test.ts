/** Whatever comes from outside is refused in words: nothing that a caller sends is our failure. */
import { TRPCError } from '@trpc/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { POST as hook } from './hooks/[hookId]/route.ts';
import { demoDocument } from '#server/runtime/demo-document.ts';
import { runDemo } from '#server/runtime/run-demo.ts';
import { restClient } from '#testing/rest-client.ts';
import { testDatabase } from '#testing/test-database.ts';
import { signIn, TEST_APP_URL, testServices } from '#testing/test-services.ts';
import { callerFor } from '#server/api/caller.ts';

const db = testDatabase();
const services = testServices(db);
const { ask } = restClient(services);

const ODD = ['\u0000', 'a\u0000b', '\ud800', '__proto__', 'constructor', '%', '\\', "'", '🙃', '‮'];
const HUGE = 3_000_000_000;
const cursorOf = (text: string): string => Buffer.from(text).toString('base64url');

let runId = '';
beforeAll(async () => {
  runId = (await runDemo(services().deps, 'org_brightwater')).runId;
});

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('REST', () => {
  it.each(ODD)('finds nothing under the id %j', async (odd) => {
    const id = encodeURIComponent(odd.toWellFormed());
    for (const path of [
      `/automations/${id}`,
      `/automations/${id}/export`,
      `/runs/${id}`,
      `/runs/${id}/timeline`,
      `/runs/${id}/verify`,
      `/approvals/${id}`,
      `/contacts/${id}`,
    ]) {
      expect([path, (await ask('GET', path)).status]).toEqual([path, expect.toBeOneOf([400, 404])]);
    }
    for (const [path, body] of [
      [`/runs/${id}/cancel`, {}],
      [`/runs/${runId}/timers/${id}/fire`, undefined],
      [`/runs/${runId}/steps/${id}/retry`, {}],
      [`/effects/${id}/resolve`, { outcome: 'happened' }],
      [`/contacts/${id}/erase`, undefined],
      [`/approvals/${id}/decision`, { decision: 'approved', digest: 'd' }],
    ] as const) {
      const { status } = await ask('POST', path, body);
      expect([path, status]).toEqual([path, expect.toBeOneOf([400, 404, 409, 422])]);
    }
  });

  it.each(ODD)('searches for %j, and takes it as a cursor or refuses it', async (odd) => {
    const text = encodeURIComponent(odd.toWellFormed());
    for (const list of ['/runs', '/automations', '/contacts', '/approvals', '/effects']) {
      for (const query of [`q=${text}`, `cursor=${cursorOf(odd)}`, `automationId=${text}`]) {
        const { status } = await ask('GET', `${list}?${query}`);
        expect([list, query, status]).toEqual([list, query, expect.toBeOneOf([200, 400])]);
      }
    }
  });

  it('refuses numbers that no row can have', async () => {
    for (const path of [
      `/runs/${runId}/timeline?afterSeq=${HUGE}`,
      `/runs/${runId}/timeline?cursor=${cursorOf('NaN')}`,
      `/runs/${runId}/timeline?cursor=${cursorOf(String(HUGE))}`,
      `/automations/demo-follow-up/export?version=${HUGE}`,
    ]) {
      expect([path, (await ask('GET', path)).status]).toEqual([
        path,
        expect.toBeOneOf([200, 400, 404]),
      ]);
    }
  });

  it.each([
    ['NUL in a name', { email: 'a@b.example', name: 'a\u0000' }, 422],
    ['NUL deep inside', { email: 'b@b.example', attributes: { a: [{ b: '\u0000' }] } }, 422],
    ['half a character', { email: 'c@b.example', attributes: { a: '\ud800' } }, 422],
    ['a thousand levels', { email: 'd@b.example', attributes: { a: JSON.parse(deep(1000)) } }, 422],
    [
      'names of prototypes',
      JSON.parse('{"email":"e@b.example","attributes":{"__proto__":{"x":1}}}'),
      201,
    ],
    [
      'ten thousand entries',
      { email: 'f@b.example', attributes: { a: Array(10_000).fill(0) } },
      201,
    ],
  ] as const)('a contact with %s', async (_what, body, status) => {
    expect((await ask('POST', '/contacts', body)).status).toBe(status);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it('keeps a draft with odd names as it is, and finds them as problems', async () => {
    for (const id of ['__proto__', 'toString', 'constructor', 'a.b', '', '🙃', "'", '‮']) {
      const source = demoDocument() as { steps: object[] };
      const steps = [...source.steps, { id, kind: 'end', name: id, config: {} }];
      const made = await ask('POST', '/automations', { ...source, name: 'Odd', steps });
      expect([id, made.status]).toEqual([id, expect.toBeOneOf([201, 422])]);
      if (made.status !== 201) continue;
      const published = await ask('POST', `/automations/${made.body.id}/publish`, {});
      expect([id, published.status]).toEqual([id, expect.toBeOneOf([200, 422])]);
    }
  });

  it('takes ten thousand steps as a draft or refuses them, in time', async () => {
    const steps = Array.from({ length: 10_000 }, (_, n) => ({
      id: `s${n}`,
      kind: 'end',
      name: 's',
      config: {},
    }));
    const { status } = await ask('POST', '/automations', { ...demoDocument(), steps, edges: [] });
    expect(status).toEqual(expect.toBeOneOf([201, 422]));
  });
});

describe('the app’s API', () => {
  it('answers odd input with words', async () => {
    const api = callerFor(await signIn(services(), 'lena@example.com'));
    const id = 'a\u0000b';
    const codes: string[] = [];
    for (const call of [
      async () => api.runs.get({ id }),
      async () => api.runs.list({ q: id }),
      async () => api.runs.list({ cursor: cursorOf(id) }),
      async () => api.runs.timeline({ id: runId, afterSeq: HUGE }),
      async () => api.runs.cancel({ id: runId, reason: id }),
      async () => api.runs.retryStep({ runId, stepId: id, iteration: HUGE }),
      async () => api.automations.get({ id, version: HUGE }),
      async () => api.automations.get({ id: 'demo-follow-up', version: HUGE }),
      async () => api.contacts.list({ q: '\ud800' }),
      async () => api.approvals.decide({ id, decision: 'approved', digest: 'd' }),
      async () => api.reviews.resolve({ key: id, outcome: 'happened', result: { a: id } }),
    ]) {
      try {
        await call();
        codes.push('OK');
      } catch (error) {
        codes.push(error instanceof TRPCError ? error.code : String(error));
      }
    }
    expect(codes).not.toContain('INTERNAL_SERVER_ERROR');
  });
});

describe('a webhook', () => {
  const send = async (body: string, id = 'demo-follow-up'): Promise<number> =>
    (
      await hook(new Request(`${TEST_APP_URL}/hooks/x`, { method: 'POST', body }), {
        params: Promise.resolve({ hookId: id }),
      })
    ).status;
  const event = (more: string): string =>
    `{"event_id":"e${more.length}","email":"m@x.org",${more}}`;

  it('refuses what cannot be read or stored, and takes what can', async () => {
    expect(await send(`{"a":${deep(100_000)}}`)).toBe(400);
    expect(await send(event(`"a":${deep(100_000)}`))).toBe(400);
    expect(await send(event(String.raw`"a":"\u0000"`))).toBe(422);
    expect(await send(event(String.raw`"a":"\ud800"`))).toBe(422);
    expect(await send('{"event_id":"dup","event_id":"dup2","email":"m@x.org"}')).toBe(202);
    expect(await send(event('"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}'))).toBe(202);
    expect(await send(event(`"list":[${'0,'.repeat(9_999)}0]`))).toBe(202);
    expect(await send(event('"timezone":"Mars/Olympus_Mons"'))).toBe(202);
    expect(await send(event(`"timezone":"${'x'.repeat(100_000)}"`))).toBe(202);
    expect(await send('null')).toBe(422);
    expect(await send('', 'a\u0000b')).toBe(400);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });
});
