import { describe, expect, it } from 'vitest';
import { sha256Hex } from '#server/platform/digest.ts';
import { restClient } from '#testing/rest-client.ts';
import { testDatabase } from '#testing/test-database.ts';
import { testServices } from '#testing/test-services.ts';

const db = testDatabase();
const services = testServices(db);
const { ask } = restClient(services);
const ORG = 'org_brightwater';

describe('keys', () => {
  it('are asked for, and told how to send one', async () => {
    for (const [key, detail] of [
      [null, 'An API key is missing.'],
      ['nope', 'This is not an API key.'],
      ['hf_this-key-does-not-exist', 'This API key is not known, or it was revoked.'],
    ] as const) {
      const answer = await ask('GET', '/runs', undefined, key);
      expect(answer.body.detail).toBe(detail);
      expect(answer.status).toBe(401);
      expect(answer.type).toBe('application/problem+json');
      expect(answer.body.hint).toContain('.data/api-key');
    }
  });

  it('may do what their role may do, and no more', async () => {
    await db.sql.query(
      `insert into api_keys (id, org_id, name, key_hash, role) values ('key_v', $1, 'Reader', $2, 'viewer')`,
      [ORG, sha256Hex('hf_a-key-that-only-reads')],
    );
    const key = 'hf_a-key-that-only-reads';
    expect((await ask('GET', '/automations', undefined, key)).status).toBe(200);
    const refused = await ask('POST', '/signals', { name: 'a', correlationKey: 'b', id: 'c' }, key);
    expect(refused.status).toBe(403);
    expect(refused.body.hint).toContain('owner');
  });

  it('of one workspace see nothing of another', async () => {
    await db.sql.query(
      `insert into organisations (id, name, slug) values ('org_other', 'Other', 'other')`,
    );
    await db.sql.query(
      `insert into api_keys (id, org_id, name, key_hash, role) values ('key_o', 'org_other', 'O', $1, 'owner')`,
      [sha256Hex('hf_a-key-of-another-org')],
    );
    const key = 'hf_a-key-of-another-org';
    expect((await ask('GET', '/automations', undefined, key)).body.items).toEqual([]);
    const list = await ask('GET', '/automations');
    const { id } = list.body.items[0];
    for (const [method, path, body] of [
      ['GET', `/automations/${id}`, undefined],
      ['GET', `/automations/${id}/export`, undefined],
      ['POST', `/automations/${id}/publish`, {}],
      ['POST', `/automations/${id}/runs`, {}],
      ['PUT', `/automations/${id}/status`, { status: 'paused' }],
    ] as const) {
      expect((await ask(method, path, body, key)).status, `${method} ${path}`).toBe(404);
    }
  });
});

describe('contacts', () => {
  it('are created, changed and unsubscribed; one address is one contact', async () => {
    const made = await ask('POST', '/contacts', {
      email: 'New@Example.org',
      attributes: { plan: 'free' },
    });
    expect(made).toMatchObject({
      status: 201,
      body: { email: 'new@example.org', emailConsent: null },
    });
    expect((await ask('POST', '/contacts', { email: 'new@example.ORG' })).status).toBe(409);
    const path = `/contacts/${made.body.id}`;
    expect((await ask('PATCH', path, { name: 'New', timezone: 'Asia/Tokyo' })).body).toMatchObject({
      name: 'New',
      timezone: 'Asia/Tokyo',
    });
    expect((await ask('PATCH', path, { timezone: 'Mars/Olympus' })).status).toBe(422);
    expect((await ask('POST', `${path}/unsubscribe`)).body.emailConsent).toBe('withdrawn');
  });
});

describe('effects in review', () => {
  it.each([
    ['plain slashes', (key: string) => key],
    ['an encoded key', encodeURIComponent],
  ])('are resolved by %s', async (_how, spell) => {
    const list = await ask('GET', '/effects?status=needs_review');
    expect(list.status).toBe(200);
    const path = `/effects/${spell('run_none/send_email/2')}/resolve`;
    const answer = await ask('POST', path, { outcome: 'happened' });
    expect(answer.status).toBe(404);
    expect(answer.body.detail).not.toContain('endpoint');
    expect((await ask('POST', path, { outcome: 'perhaps' })).status).toBe(422);
  });
});

describe('the API', () => {
  it('describes itself, with bodies and errors', async () => {
    const { status, body } = await ask('GET', '/openapi.json', undefined, null);
    expect(status).toBe(200);
    expect(Object.keys(body.paths)).toEqual(
      expect.arrayContaining([
        '/api/v1/automations',
        '/api/v1/automations/{id}/draft',
        '/api/v1/automations/{id}/publish',
        '/api/v1/automations/{id}/export',
        '/api/v1/automations/{id}/runs',
        '/api/v1/runs',
        '/api/v1/runs/{id}',
        '/api/v1/runs/{id}/timeline',
        '/api/v1/runs/{id}/cancel',
        '/api/v1/runs/{id}/timers/{timerId}/fire',
        '/api/v1/signals',
        '/api/v1/approvals',
        '/api/v1/approvals/{id}/decision',
        '/api/v1/contacts',
        '/api/v1/effects',
        '/api/v1/effects/{key}/resolve',
        '/api/v1/engine/health',
      ]),
    );
    const publish = body.paths['/api/v1/automations/{id}/publish'].post;
    expect(Object.keys(publish.responses)).toEqual(
      expect.arrayContaining(['200', '401', '403', '404', '409', '422']),
    );
    const create =
      body.paths['/api/v1/automations'].post.requestBody.content['application/json'].schema;
    expect(Object.keys(create.properties)).toEqual(
      expect.arrayContaining(['format', 'steps', 'edges']),
    );
  });

  it('S9.1 tells every invariant’s count', async () => {
    const { body } = await ask('GET', '/engine/health');
    expect(Object.keys(body.invariants).length).toBeGreaterThan(5);
    expect(new Set(Object.values(body.invariants))).toEqual(new Set([0]));
    expect(body.metrics).toHaveProperty('overdueTimers');
  });

  it('answers what it does not know with a problem', async () => {
    expect(await ask('GET', '/nothing')).toMatchObject({
      status: 404,
      type: 'application/problem+json',
    });
    expect((await ask('GET', '/runs?cursor=%%%')).status).toBe(400);
    expect((await ask('GET', '/runs?limit=100000')).status).toBe(400);
  });
});
