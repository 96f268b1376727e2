import { request as httpRequest } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { SANDBOX_CREDENTIALS } from './credentials.ts';
import { clearReceived } from './store/clear.ts';
import { listFaults } from './store/faults.ts';

const db = testDatabase();
const box = testSandbox(db);

const api = async (method: string, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${box.sandbox.httpUrl}/sandbox/api${path}`, { method, ...init });

const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** fetch does not let a caller choose its Host header. */
const statusUnderHost = async (host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    httpRequest(`${box.sandbox.httpUrl}/sandbox/api/faults`, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

const post = async (text: string): Promise<{ ts: string }> => {
  const response = await fetch(`${box.sandbox.httpUrl}/slack/api/chat.postMessage`, {
    method: 'POST',
    ...json(
      {
        channel: '#demo-team',
        text,
        blocks: [
          {
            type: 'actions',
            elements: [
              { type: 'button', action_id: 'go', text: { type: 'plain_text', text: 'Go' } },
            ],
          },
        ],
      },
      { authorization: `Bearer ${SANDBOX_CREDENTIALS.slackToken}` },
    ),
  });
  return (await response.json()) as { ts: string };
};

describe('the sandbox API', () => {
  beforeEach(async () => {
    await clearReceived(db.sql);
    box.product.received.length = 0;
    for (const { service } of await listFaults(db.sql)) {
      await api('PUT', `/faults/${service}`, json({ mode: 'normal' }));
    }
  });

  it.each(['/mail', '/slack', '/model', '/crm', '/http', '/calls'])('lists %s', async (path) => {
    const response = await api('GET', path);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ items: [] });
  });

  it('sets a fault that every process sees, and lists all five', async () => {
    const set = await api('PUT', '/faults/slack', json({ mode: 'slow', seconds: 2.5, times: 3 }));
    expect(await set.json()).toMatchObject({ service: 'slack', slowSeconds: 2.5, remaining: 3 });
    const listed = (await (await api('GET', '/faults')).json()) as { items: unknown[] };
    expect(listed.items).toHaveLength(5);
    expect(listed.items).toContainEqual(
      expect.objectContaining({ service: 'slack', mode: 'slow' }),
    );
  });

  it.each([
    ['an unknown mode', { mode: 'explode' }, 422],
    ['an unknown field', { mode: 'slow', minutes: 1 }, 422],
    ['a negative number', { mode: 'slow', seconds: -1 }, 422],
    ['normal with a number of times', { mode: 'normal', times: 2 }, 422],
    ['no object', 'slow', 422],
  ])('refuses a fault with %s as problem+json', async (_what, body, status) => {
    const response = await api('PUT', '/faults/smtp', json(body));
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({ status, code: 'invalid' });
    expect((await listFaults(db.sql)).every(({ mode }) => mode === 'normal')).toBe(true);
  });

  it('says so when the body is not JSON or the service unknown', async () => {
    const broken = await api('PUT', '/faults/smtp', {
      headers: { 'content-type': 'application/json' },
      body: '{',
    });
    expect(broken.status).toBe(400);
    const unknown = await api('PUT', '/faults/fax', json({ mode: 'slow' }));
    expect(unknown.status).toBe(404);
    expect((await api('GET', '/nothing')).status).toBe(404);
  });

  it('presses buttons, and changes nothing on GET', async () => {
    const { ts } = await post('Ready');
    expect((await api('GET', `/slack/${ts}/actions`)).status).toBe(404);
    expect(box.product.received).toEqual([]);
    const pressed = await api(
      'POST',
      `/slack/${ts}/actions`,
      json({ actionId: 'go', user: 'priya@example.com' }),
    );
    expect(await pressed.json()).toMatchObject({ ack: { status: 'delivered', answerStatus: 200 } });
    expect(box.product.received).toHaveLength(1);
    const gone = await api('POST', `/slack/${ts}/actions`, json({ actionId: 'no', user: 'sam' }));
    expect(gone.status).toBe(410);
  });

  it('refuses changes that another site makes a browser send', async () => {
    const foreign = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign) {
      const response = await api('DELETE', '/received', { headers });
      expect(response.status, JSON.stringify(headers)).toBe(403);
    }
    const form = await api('POST', '/mail/x/reply', {
      headers: { 'content-type': 'text/plain' },
      body: '{"text":"x"}',
    });
    expect(form.status).toBe(403);
    const own = await api(
      'PUT',
      '/faults/smtp',
      json({ mode: 'slow' }, { origin: box.sandbox.httpUrl }),
    );
    expect(own.status).toBe(200);
  });

  it('does not answer under a foreign host name that points here', async () => {
    expect(await statusUnderHost('evil.example')).toBe(403);
    expect(await statusUnderHost('localhost:3000')).toBe(200);
  });

  it('forgets everything received, and keeps people and behaviour', async () => {
    await post('Ready');
    await api('PUT', '/faults/crm', json({ mode: 'error' }));
    expect((await api('DELETE', '/received')).status).toBe(204);
    const slack = (await (await api('GET', '/slack')).json()) as {
      items: unknown[];
      users: unknown[];
    };
    expect(slack.items).toEqual([]);
    expect(slack.users).toHaveLength(3);
    const faults = (await (await api('GET', '/faults')).json()) as { items: unknown[] };
    expect(faults.items).toContainEqual(expect.objectContaining({ service: 'crm', mode: 'error' }));
  });

  it('takes more people into its Slack', async () => {
    const user = { name: 'noor', realName: 'Noor Haddad', email: 'noor@example.com' };
    expect((await api('PUT', '/slack/users/U0NOORHADDAD', json(user))).status).toBe(200);
    const slack = (await (await api('GET', '/slack')).json()) as { users: unknown[] };
    expect(slack.users).toContainEqual(expect.objectContaining(user));
    await db.sql.query('delete from sandbox.slack_users where id = $1', ['U0NOORHADDAD']);
  });
});
