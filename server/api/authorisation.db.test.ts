/** Every procedure × every role, another workspace, and nobody: by the router itself. */
import { TRPCError } from '@trpc/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { runDemo } from '#server/runtime/run-demo.ts';
import { demoDocument } from '#server/runtime/demo-document.ts';
import {
  addAttention,
  addOtherWorkspace,
  contentsOf,
  demoIds,
  OTHER_OWNER,
  type DemoIds,
} from '#testing/other-workspace.ts';
import { testDatabase } from '#testing/test-database.ts';
import { signIn, testServices } from '#testing/test-services.ts';
import { callerFor } from './caller.ts';
import { appRouter } from './router.ts';

const db = testDatabase();
const services = testServices(db);
const ORG = 'org_brightwater';

const EVERYBODY = ['owner', 'editor', 'approver', 'viewer'] as const;
const EDITORS = ['owner', 'editor'] as const;
type Role = (typeof EVERYBODY)[number];

interface Procedure {
  readonly roles: readonly Role[];
  readonly input?: (ids: DemoIds) => unknown;
  /** What another workspace is told; by default that there is no such thing. */
  readonly foreign?: 'OK' | 'UNPROCESSABLE_CONTENT';
}

const orderOf = ({ automation: automationId }: DemoIds) => ({
  automationId,
  from: 1,
  to: 99,
  mapping: [],
  rules: [],
});

/** What decides about a decision is the approval: see permission-to-decide. */
const PROCEDURES: Readonly<Record<string, Procedure>> = {
  'viewer.get': { roles: EVERYBODY, foreign: 'OK' },
  'navigation.counts': { roles: EVERYBODY, foreign: 'OK' },
  'health.get': { roles: EVERYBODY, foreign: 'OK' },
  'health.check': { roles: EVERYBODY, foreign: 'OK' },
  'automations.list': { roles: EVERYBODY, foreign: 'OK' },
  'automations.summary': { roles: EVERYBODY, foreign: 'OK' },
  'automations.get': { roles: EVERYBODY, input: ({ automation: id }) => ({ id }) },
  'automations.create': {
    roles: EDITORS,
    input: () => ({ document: demoDocument() }),
    foreign: 'OK',
  },
  'automations.saveDraft': {
    roles: EDITORS,
    input: ({ automation: id }) => ({ id, revision: 1, document: demoDocument() }),
  },
  'automations.publish': {
    roles: EDITORS,
    input: ({ automation: id }) => ({ id, revision: 1 }),
  },
  'automations.setStatus': {
    roles: EDITORS,
    input: ({ automation: id }) => ({ id, status: 'paused' }),
  },
  'automations.held': { roles: EVERYBODY, input: ({ automation: id }) => ({ id }) },
  'automations.duplicate': { roles: EDITORS, input: ({ automation: id }) => ({ id }) },
  'automations.testRun': {
    roles: EDITORS,
    input: ({ automation: id }) => ({ id, of: { kind: 'draft' } }),
  },
  'gallery.list': { roles: EVERYBODY, foreign: 'OK' },
  // Made for whoever asks, in their own workspace.
  'gallery.use': { roles: EDITORS, input: () => ({ key: 'win-back' }), foreign: 'OK' },
  'automations.startRun': { roles: EDITORS, input: ({ automation: id }) => ({ id }) },
  // Its own copy of the demo, made above, was never published.
  'automations.runDemo': { roles: EDITORS, foreign: 'UNPROCESSABLE_CONTENT' },
  'automations.version': {
    roles: EVERYBODY,
    input: ({ automation: id }) => ({ id, version: 1 }),
  },
  'automations.versions': { roles: EVERYBODY, input: ({ automation: id }) => ({ id }) },
  'automations.runsPerStep': {
    roles: EVERYBODY,
    input: ({ automation: id }) => ({ id, version: 1 }),
  },
  'automations.compare': {
    roles: EVERYBODY,
    input: ({ automation: id }) => ({ id, from: 1, to: 'draft' }),
  },
  'automations.restoreVersion': {
    roles: EDITORS,
    input: ({ automation: id }) => ({ id, version: 1, revision: 1 }),
  },
  'migrations.propose': {
    roles: EDITORS,
    input: ({ automation: automationId }) => ({ automationId, from: 1, to: 99 }),
  },
  'migrations.preview': { roles: EDITORS, input: orderOf },
  'migrations.start': { roles: EDITORS, input: (ids) => ({ ...orderOf(ids), key: 'k2' }) },
  'migrations.get': { roles: EVERYBODY, input: ({ migration: id }) => ({ id }) },
  'migrations.list': {
    roles: EVERYBODY,
    input: ({ automation: automationId }) => ({ automationId }),
  },
  'migrations.runs': { roles: EVERYBODY, input: ({ migration: id }) => ({ id }) },
  'migrations.cancel': { roles: EDITORS, input: ({ migration: id }) => ({ id }) },
  'runs.sampleFrom': { roles: EVERYBODY, input: ({ run: runId }) => ({ runId }) },
  'runs.list': {
    roles: EVERYBODY,
    input: ({ automation, run }) => ({ automationId: automation, q: run }),
    foreign: 'OK',
  },
  'runs.get': { roles: EVERYBODY, input: ({ run: id }) => ({ id }) },
  'runs.timeline': { roles: EVERYBODY, input: ({ run: id }) => ({ id }) },
  'runs.cancel': { roles: EDITORS, input: ({ run: id }) => ({ id }) },
  'runs.skipTimer': {
    roles: EDITORS,
    input: ({ run: runId, timer: timerId }) => ({ runId, timerId }),
  },
  'runs.retryStep': {
    roles: EDITORS,
    input: ({ run: runId }) => ({ runId, stepId: 'wait_weekday', iteration: 1 }),
  },
  'runs.replay': { roles: EDITORS, input: ({ run: id }) => ({ ids: [id] }) },
  'approvals.list': { roles: EVERYBODY, foreign: 'OK' },
  'approvals.get': { roles: EVERYBODY, input: ({ approval: id }) => ({ id }) },
  'approvals.decide': {
    roles: EVERYBODY,
    input: ({ approval: id }) => ({ id, decision: 'approved', digest: 'd' }),
  },
  'reviews.list': { roles: EVERYBODY, foreign: 'OK' },
  'reviews.resolve': {
    roles: EDITORS,
    input: ({ effect: key }) => ({ key, outcome: 'happened' }),
  },
  'connections.list': { roles: EVERYBODY, foreign: 'OK' },
  'connections.reconnect': { roles: EDITORS, input: ({ connection: id }) => ({ id }) },
  'publishing.get': {
    roles: EVERYBODY,
    input: ({ automation: automationId }) => ({ automationId }),
  },
  'publishing.list': { roles: EVERYBODY, foreign: 'OK' },
  'publishing.request': {
    roles: EDITORS,
    input: ({ automation: automationId }) => ({ automationId, revision: 1 }),
  },
  'publishing.approve': { roles: EDITORS, input: ({ publishRequest: id }) => ({ id }) },
  'publishing.reject': {
    roles: EDITORS,
    input: ({ publishRequest: id }) => ({ id, reason: 'Not yet' }),
  },
  'publishing.withdraw': { roles: EDITORS, input: ({ publishRequest: id }) => ({ id }) },
  'workspace.get': { roles: EVERYBODY, foreign: 'OK' },
  'workspace.setFourEyes': {
    roles: ['owner'],
    input: () => ({ on: true }),
    // Olga is alone in hers.
    foreign: 'UNPROCESSABLE_CONTENT',
  },
  'contacts.list': { roles: EVERYBODY, input: () => ({ q: 'maya' }), foreign: 'OK' },
};

const NOT_THERE: DemoIds = {
  automation: 'none',
  migration: 'none',
  run: 'none',
  timer: 'none',
  approval: 'none',
  effect: 'none',
  contact: 'none',
  connection: 'none',
  publishRequest: 'none',
};

const MEMBERS: Readonly<Record<Role, string>> = {
  owner: 'lena@example.com',
  editor: 'priya@example.com',
  approver: 'sam@example.com',
  viewer: 'tom@example.com',
};

type Outcome = { readonly code: string; readonly value?: unknown };

const call = async (headers: Headers, path: string, input: unknown): Promise<Outcome> => {
  const [part = '', name = ''] = path.split('.');
  const routers = callerFor(headers) as unknown as Record<
    string,
    Record<string, (input: unknown) => Promise<unknown>>
  >;
  try {
    return { code: 'OK', value: await routers[part]?.[name]?.(input) };
  } catch (error) {
    if (error instanceof TRPCError) return { code: error.code };
    throw error;
  }
};

let ids: DemoIds = NOT_THERE;
beforeAll(async () => {
  await addOtherWorkspace(db);
  const { runId } = await runDemo(services().deps, ORG);
  await addAttention(db, runId);
  ids = await demoIds(db);
});

describe('authorisation', () => {
  it('is decided for every procedure that there is', () => {
    expect(Object.keys(appRouter._def.procedures).toSorted()).toEqual(
      Object.keys(PROCEDURES).toSorted(),
    );
  });

  it('lets nobody in without a session', async () => {
    for (const [path, { input }] of Object.entries(PROCEDURES)) {
      expect([path, (await call(new Headers(), path, input?.(ids))).code]).toEqual([
        path,
        'UNAUTHORIZED',
      ]);
    }
  });

  it.each(EVERYBODY)('lets the %s do what the role says, and no more', async (role) => {
    const headers = await signIn(services(), MEMBERS[role]);
    for (const [path, { roles, input }] of Object.entries(PROCEDURES)) {
      const { code } = await call(headers, path, input?.(NOT_THERE));
      expect([path, code === 'FORBIDDEN']).toEqual([path, !roles.includes(role)]);
      expect([path, code]).not.toEqual([path, 'INTERNAL_SERVER_ERROR']);
    }
  });

  it('shows another workspace nothing of ours, and changes nothing of ours for it', async () => {
    const headers = await signIn(services(), OTHER_OWNER);
    const before = await contentsOf(db, ORG);
    const ours = new RegExp(Object.values(ids).join('|'));
    for (const [path, { input, foreign }] of Object.entries(PROCEDURES)) {
      const { code, value } = await call(headers, path, input?.(ids));
      expect([path, code]).toEqual([path, foreign ?? 'NOT_FOUND']);
      expect(JSON.stringify(value ?? null)).not.toMatch(ours);
      expect(JSON.stringify(value ?? null)).not.toMatch(/maya|Secret words/i);
    }
    expect(await contentsOf(db, ORG)).toBe(before);
  });
});
