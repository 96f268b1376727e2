/** Every endpoint × every role's key, another workspace's, a revoked one, and none. */
import { beforeAll, describe, expect, it } from 'vitest';
import { demoDocument } from '#server/runtime/demo-document.ts';
import { runDemo } from '#server/runtime/run-demo.ts';
import {
  addAttention,
  addKey,
  addOtherWorkspace,
  contentsOf,
  demoIds,
  OTHER_ORG,
  type DemoIds,
} from '#testing/other-workspace.ts';
import { restClient } from '#testing/rest-client.ts';
import { testDatabase } from '#testing/test-database.ts';
import { testServices } from '#testing/test-services.ts';

const db = testDatabase();
const services = testServices(db);
const { ask } = restClient(services);
const ORG = 'org_brightwater';

const EVERYBODY = ['owner', 'editor', 'approver', 'viewer'];
const EDITORS = ['owner', 'editor'];

interface Endpoint {
  readonly roles: readonly string[];
  readonly body?: unknown;
  /** What another workspace's owner gets for our ids; 404 by default. */
  readonly foreign?: number;
}

const decision = { decision: 'approved', digest: 'd' };

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  'GET /automations': { roles: EVERYBODY, foreign: 200 },
  'POST /automations': { roles: EDITORS, body: demoDocument(), foreign: 201 },
  'GET /automations/{id}': { roles: EVERYBODY },
  'GET /automations/{id}/export': { roles: EVERYBODY },
  'PUT /automations/{id}/draft': { roles: EDITORS, body: demoDocument() },
  'POST /automations/{id}/publish': { roles: EDITORS, body: {} },
  'PUT /automations/{id}/status': { roles: EDITORS, body: { status: 'paused' } },
  'PUT /automations/{id}/hook-secret': { roles: EDITORS, body: { signed: true } },
  'POST /automations/{id}/runs': { roles: EDITORS, body: {} },
  'POST /automations/{id}/migrations/preview': { roles: EDITORS, body: { from: 1, to: 99 } },
  'POST /automations/{id}/migrations': { roles: EDITORS, body: { from: 1, to: 99, key: 'k2' } },
  'GET /migrations/{id}': { roles: EVERYBODY },
  'GET /migrations/{id}/runs': { roles: EVERYBODY },
  'GET /runs': { roles: EVERYBODY, foreign: 200 },
  'GET /runs/{id}': { roles: EVERYBODY },
  'GET /runs/{id}/timeline': { roles: EVERYBODY },
  'GET /runs/{id}/verify': { roles: EVERYBODY },
  'POST /runs/{id}/cancel': { roles: EDITORS, body: {} },
  'POST /runs/{id}/timers/{timerId}/fire': { roles: EDITORS },
  'POST /runs/{id}/steps/{stepId}/retry': { roles: EDITORS, body: {} },
  'GET /approvals': { roles: EVERYBODY, foreign: 200 },
  'GET /approvals/{id}': { roles: EVERYBODY },
  'POST /approvals/{id}/decision': { roles: EVERYBODY, body: decision },
  'POST /signals': {
    roles: EDITORS,
    body: { name: 'a.b', correlationKey: 'c', id: 'd' },
    foreign: 202,
  },
  'GET /dead-letters': { roles: EVERYBODY, foreign: 200 },
  'POST /dead-letters/replay': { roles: EDITORS, body: { runIds: ['none'] } },
  'GET /effects': { roles: EVERYBODY, foreign: 200 },
  'POST /effects/{key}/resolve': { roles: EDITORS, body: { outcome: 'happened' } },
  'GET /contacts': { roles: EVERYBODY, foreign: 200 },
  'POST /contacts': { roles: EDITORS, body: { email: 'x@y.example' }, foreign: 201 },
  'GET /contacts/{id}': { roles: EVERYBODY },
  'PATCH /contacts/{id}': { roles: EDITORS, body: { name: 'Eve' } },
  'POST /contacts/{id}/unsubscribe': { roles: EDITORS },
  'POST /contacts/{id}/erase': { roles: ['owner'] },
  'GET /engine/health': { roles: EVERYBODY, foreign: 200 },
};

const KINDS: Readonly<Record<string, keyof DemoIds>> = {
  automations: 'automation',
  migrations: 'migration',
  runs: 'run',
  approvals: 'approval',
  contacts: 'contact',
};

const pathOf = (template: string, ids: DemoIds): string => {
  const kind = KINDS[template.split('/')[1] ?? ''];
  return template
    .replace('{id}', kind === undefined ? '' : ids[kind])
    .replace('{timerId}', ids.timer)
    .replace('{stepId}', 'wait_weekday')
    .replace('{key}', ids.effect);
};

const NOT_THERE = Object.fromEntries(
  ['automation', 'migration', 'run', 'timer', 'approval', 'effect', 'contact', 'connection'].map(
    (name) => [name, 'none'],
  ),
) as unknown as DemoIds;

let ids = NOT_THERE;
beforeAll(async () => {
  await addOtherWorkspace(db);
  const { runId } = await runDemo(services().deps, ORG);
  await addAttention(db, runId);
  ids = await demoIds(db);
});

/** `METHOD /path`, the answer's status and all that it says. */
const answers = async (key: string | null, of: DemoIds) => {
  const all: { name: string; status: number; text: string }[] = [];
  for (const [name, { body }] of Object.entries(ENDPOINTS)) {
    const [method = '', template = ''] = name.split(' ');
    const answer = await ask(method, pathOf(template, of), body, key);
    all.push({ name, status: answer.status, text: JSON.stringify(answer.body) });
  }
  return all;
};

describe('the keys of the API', () => {
  it('are asked for at every endpoint that there is', async () => {
    const { body } = await ask('GET', '/openapi.json', undefined, null);
    const described = Object.entries(body.paths as Record<string, object>).flatMap(
      ([path, methods]) =>
        Object.keys(methods).map(
          (method) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`,
        ),
    );
    expect(described.toSorted()).toEqual(Object.keys(ENDPOINTS).toSorted());
    const revoked = await addKey(db, ORG, 'owner', true);
    for (const key of [null, 'hf_a-key-that-nobody-has', revoked]) {
      const wrong = (await answers(key, ids)).filter(({ status }) => status !== 401);
      expect(wrong).toEqual([]);
    }
  });

  it.each(EVERYBODY)('of an %s may do what the role says, and no more', async (role) => {
    const key = await addKey(db, ORG, role);
    for (const { name, status } of await answers(key, NOT_THERE)) {
      const allowed = ENDPOINTS[name]?.roles.includes(role) === true;
      expect([name, status === 403]).toEqual([name, !allowed]);
      expect([name, status]).not.toEqual([name, 500]);
    }
  });

  it('of another workspace see nothing of ours, and change nothing of ours', async () => {
    const key = await addKey(db, OTHER_ORG, 'owner');
    const before = await contentsOf(db, ORG);
    const ours = new RegExp(Object.values(ids).join('|'));
    for (const { name, status, text } of await answers(key, ids)) {
      expect([name, status]).toEqual([name, ENDPOINTS[name]?.foreign ?? 404]);
      expect(text).not.toMatch(ours);
      expect(text).not.toMatch(/maya|Secret words/i);
    }
    expect(await contentsOf(db, ORG)).toBe(before);
  });

  it('never show what opens a connection or a trigger', async () => {
    const key = await addKey(db, ORG, 'editor');
    const texts = (await answers(key, ids)).filter(({ name }) => name.startsWith('GET'));
    for (const { name, text } of texts) {
      expect([name, text]).not.toEqual([
        name,
        expect.stringMatching(/credentials|"token"|password|hook_?secret|whsec_|key_?hash/i),
      ]);
    }
  });
});
