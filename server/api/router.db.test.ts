import { TRPCError } from '@trpc/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { runDemo } from '#server/runtime/run-demo.ts';
import { testDatabase } from '#testing/test-database.ts';
import { signIn, TEST_APP_URL, testServices } from '#testing/test-services.ts';
import { callerFor } from './caller.ts';
import { requireSameOrigin } from './same-origin.ts';

const db = testDatabase();
const services = testServices(db);

const as = async (email: string): Promise<ReturnType<typeof callerFor>> =>
  callerFor(await signIn(services(), email));

const codeOf = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call;
  } catch (error) {
    return error instanceof TRPCError ? error.code : String(error);
  }
  return 'no error';
};

let runId = '';
beforeAll(async () => {
  runId = (await runDemo(services().deps, 'org_brightwater')).runId;
});

describe('who may do what', () => {
  it('asks everybody to sign in', async () => {
    const nobody = callerFor(new Headers());
    expect(await codeOf(nobody.viewer.get())).toBe('UNAUTHORIZED');
    expect(await codeOf(nobody.runs.list())).toBe('UNAUTHORIZED');
  });

  it('lets a viewer read, and change nothing', async () => {
    const tom = await as('tom@example.com');
    expect((await tom.runs.get({ id: runId })).can).toEqual({
      cancel: false,
      skipTimer: false,
      retry: false,
      decide: false,
      review: false,
    });
    const id = (await tom.automations.list()).items[0]?.id ?? '';
    for (const call of [
      tom.runs.cancel({ id: runId }),
      tom.runs.retryStep({ runId, stepId: 'wait_weekday', iteration: 1 }),
      tom.automations.setStatus({ id, status: 'paused' }),
      tom.automations.publish({ id, revision: 1 }),
      tom.automations.runDemo(),
      tom.reviews.resolve({ key: 'run/step', outcome: 'happened' }),
    ]) {
      expect(await codeOf(call)).toBe('FORBIDDEN');
    }
  });

  it('lets an approver decide but not cancel, and an editor cancel', async () => {
    const sam = await as('sam@example.com');
    expect(await codeOf(sam.runs.cancel({ id: runId }))).toBe('FORBIDDEN');
    const priya = await as('priya@example.com');
    const { runId: another } = await priya.automations.runDemo();
    expect(await priya.runs.cancel({ id: another, reason: 'A test' })).toMatchObject({
      status: 'cancelled',
      changed: true,
    });
  });

  it('takes a removed member’s access away at the next request', async () => {
    const headers = await signIn(services(), 'tom@example.com');
    await db.sql.query(`delete from members where user_id = 'usr_tom'`);
    expect(await codeOf(callerFor(headers).viewer.get())).toBe('UNAUTHORIZED');
  });

  it('shows nothing of another workspace', async () => {
    await db.sql.query(`insert into organisations (id, name, slug) values ('org_x', 'X', 'x')`);
    await db.sql.query(
      `insert into members (id, organization_id, user_id, role) values ('mem_x', 'org_x', 'usr_tom', 'owner')`,
    );
    const tom = await as('tom@example.com');
    expect((await tom.viewer.get()).organisation.id).toBe('org_x');
    expect((await tom.runs.list()).items).toEqual([]);
    expect(await codeOf(tom.runs.get({ id: runId }))).toBe('NOT_FOUND');
    expect(await codeOf(tom.runs.cancel({ id: runId }))).toBe('NOT_FOUND');
    expect(await codeOf(tom.runs.timeline({ id: runId }))).toBe('NOT_FOUND');
  });
});

describe('what screens read', () => {
  it('lists automations in the words of a marketer', async () => {
    const { items } = await (await as('lena@example.com')).automations.list();
    const states = Object.fromEntries(
      items.map(({ slug, state, stateNote }) => [slug, [state, stateNote]]),
    );
    expect(states).toMatchObject({
      'demo-follow-up': ['live', null],
      'welcome-series': ['live', null],
      'webinar-reminder': ['paused', 'Paused by Priya Nair'],
      'trial-ending-soon': ['draft', expect.stringMatching(/problems? to fix$/)],
    });
    const demo = items.find(({ slug }) => slug === 'demo-follow-up');
    expect(demo?.started.at(-1)).toBe(2);
    expect(demo).toMatchObject({ version: 1, publishedBy: 'Lena Brandt', draftChanges: 0 });
    expect(demo?.waiting).toBe(1);
  });

  it('shows an automation with its versions, address, heads and a payload that suits it', async () => {
    const lena = await as('lena@example.com');
    const detail = await lena.automations.get({ id: 'demo-follow-up' });
    expect(detail).toMatchObject({
      shownVersion: 1,
      draftChanged: false,
      problems: [],
      headCounts: { wait_weekday: 1 },
      hookSigned: false,
      samplePayload: { event_id: 'evt_sample', email: 'maya@example.com' },
    });
    expect(detail.receipts[0]).toMatchObject({ result: 'accepted', runId: expect.any(String) });
    expect(detail.versions).toMatchObject([
      { version: 1, live: true, openRuns: 1, publishedBy: 'Lena Brandt' },
    ]);
    expect(await codeOf(lena.automations.get({ id: detail.id, version: 9 }))).toBe('NOT_FOUND');
  });

  it('S10.1 tells a run from start to finish in one read, and its log from any point', async () => {
    const lena = await as('lena@example.com');
    const run = await lena.runs.get({ id: runId });
    expect(run).toMatchObject({ status: 'waiting_timer', contact: { name: 'Maya Lindner' } });
    expect(run.timeline.map(({ seq }) => seq)).toEqual(run.timeline.map((_, index) => index + 1));
    expect(run.timers.find(({ purpose }) => purpose === 'wait')?.zone).toBe('Europe/Berlin');
    const later = await lena.runs.timeline({ id: runId, afterSeq: 2 });
    expect(later).toEqual(run.timeline.slice(2));
  });

  it('counts what waits for a person', async () => {
    const lena = await as('lena@example.com');
    expect(await lena.navigation.counts()).toEqual({ approvals: 0, reviews: 0 });
    expect(await lena.automations.summary()).toMatchObject({
      waiting: 1,
      needsReview: 0,
      lostConnections: [],
    });
  });

  it('lists connections without their credentials', async () => {
    const { items } = await (await as('lena@example.com')).connections.list();
    expect(items.map(({ name }) => name)).toEqual(['crm', 'mailbox', 'model', 'slack']);
    expect(JSON.stringify(items)).not.toMatch(/sandbox-mailbox|xoxb|sk-sandbox|v1\./);
  });

  it('lists contacts by the beginning of a name or address', async () => {
    const lena = await as('lena@example.com');
    const { items } = await lena.contacts.list({ q: 'AIKO' });
    expect(items).toMatchObject([{ email: 'aiko@example.org', suppressed: false, erased: false }]);
    expect((await lena.contacts.list({ q: '%' })).items).toEqual([]);
  });
});

describe('requests from other sites', () => {
  const post =
    (headers: Record<string, string>): (() => void) =>
    () =>
      requireSameOrigin(
        new Request(`${TEST_APP_URL}/api/trpc/x`, { method: 'POST', headers }),
        TEST_APP_URL,
      );

  it('are refused; our own, under any name of this host, are not', () => {
    expect(post({ origin: 'https://evil.example' })).toThrow('another site');
    expect(post({ origin: 'null' })).toThrow('another site');
    expect(post({})).toThrow('another site');
    expect(post({ origin: TEST_APP_URL })).not.toThrow();
    expect(post({ origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' })).not.toThrow();
  });
});
