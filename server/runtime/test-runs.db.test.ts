/**
 * Test runs: the workspace is connected to a "real" world that counts who calls, the sandbox is
 * another. Whatever a test run does, nobody may call the real one.
 */
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { documentSchema } from '#server/engine/document.ts';
import { txOf } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { readEnv } from '#server/platform/env.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { documentOf, end, type TestStep } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { TEST_SECRETS } from '#server/testing/test-secrets.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { createAutomation } from './create-automation.ts';
import { decideApproval } from './decide-approval.ts';
import type { RuntimeDeps } from './deps.ts';
import { keyMayDecide } from './permission-to-decide.ts';
import { processDeps } from './process-deps.ts';
import { publishAutomation } from './publish-automation.ts';
import { saveDraft } from './save-draft.ts';
import { findSlackMember } from './slack-member.ts';
import { startTestRun, type StartTestRun } from './start-test-run.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

const trap: { server: Server | null; calls: number; url: string } = {
  server: null,
  calls: 0,
  url: '',
};

beforeAll(async () => {
  const server = createServer((socket) => {
    trap.calls += 1;
    socket.destroy();
  });
  trap.server = server;
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  trap.url = `http://127.0.0.1:${port}`;
  await db.sql.query(
    `update connections set settings = settings || jsonb_build_object(
       'host', '127.0.0.1', 'port', $1::int, 'baseUrl', $2::text, 'apiUrl', $2::text || '/api/')`,
    [port, trap.url],
  );
});

afterAll(() => {
  trap.server?.close();
});

beforeEach(() => {
  trap.calls = 0;
});

const CONTACT = { email: 'maya@example.org', name: 'Maya', timezone: 'Europe/Berlin' };

const EVERYTHING: TestStep[] = [
  {
    id: 'draft',
    kind: 'ai_generate',
    config: { connection: 'model', prompt: 'Write to {{ contact.name }}', maxCost: 0.05 },
  },
  {
    id: 'hello',
    kind: 'send_email',
    config: { connection: 'mailbox', subject: 'Hi', body: '{{ steps.draft.output.text }}' },
  },
  { id: 'task', kind: 'crm_upsert', config: { connection: 'crm', object: 'Task', fields: {} } },
  {
    id: 'tell',
    kind: 'slack_message',
    config: { connection: 'slack', channel: '#sales', text: 'Hello' },
  },
  {
    id: 'order',
    kind: 'http_request',
    config: { url: '{{ trigger.base }}/orders?x=1', body: '{}', honoursKey: true },
  },
  { id: 'signed', kind: 'http_request', config: { connection: 'web', url: '{{ trigger.base }}/' } },
];

const drafted = async (document: unknown): Promise<string> => {
  const { id } = await createAutomation(s.deps(), {
    orgId: s.orgId,
    document: documentSchema.parse(document),
    actor: 'user:test',
  });
  return id;
};

const SANDBOX_OFF = { HOLDFAST_SANDBOX: 'off' };

/** May call any address, so that nothing but the mark of a test keeps a call from the real world. */
const openDeps = (over: Readonly<Record<string, string>> = {}): RuntimeDeps => {
  const env = readEnv({
    NODE_ENV: 'test',
    HOLDFAST_SANDBOX: 'on',
    HOLDFAST_ALLOW_PRIVATE_ADDRESSES: 'true',
    SANDBOX_PORT: String(box.sandbox.httpPort),
    SANDBOX_SMTP_PORT: String(box.sandbox.smtpPort),
    ...over,
  });
  return processDeps(db.pool, env, TEST_SECRETS, { ...s.deps().tuning });
};

const test = async (
  automationId: string,
  more: Partial<StartTestRun> = {},
  deps: RuntimeDeps = openDeps(),
): Promise<string> => {
  const start = {
    of: { kind: 'draft' as const },
    contact: CONTACT,
    input: { base: trap.url },
    actor: 'user:test',
  };
  const { runId } = await startTestRun(deps, { orgId: s.orgId, automationId, ...start, ...more });
  return runId;
};

const effectsOf = async (runId: string) => {
  const { rows } = await db.sql.query<{
    step: string;
    status: string;
    connection: string | null;
    diverted: string | null;
  }>(
    `select step_id as step, status, connection_id as connection, provider_reply ->> 'diverted' as diverted
       from effects where run_id = $1 order by created_at, key`,
    [runId],
  );
  return rows;
};

const count = async (sql: string): Promise<number> =>
  (await db.sql.query<{ n: number }>(`select count(*)::int as n from ${sql}`)).rows[0]?.n ?? -1;

describe('a test run', () => {
  it('sends everything to the sandbox and nothing to what the workspace is connected to', async () => {
    const runId = await test(await drafted(documentOf([...EVERYTHING, end()])));
    await s.worker(openDeps());
    await s.untilRun(runId, 'done');
    expect(trap.calls).toBe(0);
    expect(await effectsOf(runId)).toEqual(
      EVERYTHING.map(({ id }) => ({
        step: id,
        status: 'settled',
        connection: null,
        diverted: 'sandbox',
      })),
    );
    const { rows: mails } = await db.sql.query('select subject, to_address from sandbox.messages');
    expect(mails).toEqual([{ subject: 'Hi', to_address: 'maya@example.org' }]);
    const { rows: calls } = await db.sql.query<{ path: string }>(
      'select path from sandbox.http_requests order by path',
    );
    const { host } = new URL(trap.url);
    expect(calls.map(({ path }) => path)).toEqual([`/http/${host}/`, `/http/${host}/orders?x=1`]);
  });

  it('only writes down what it would have sent where the sandbox is off', async () => {
    const before = await count('sandbox.calls');
    const deps = openDeps(SANDBOX_OFF);
    const runId = await test(await drafted(documentOf([...EVERYTHING, end()])), {}, deps);
    await s.worker(deps);
    await s.untilRun(runId, 'done');
    expect(trap.calls).toBe(0);
    expect(await count('sandbox.calls')).toBe(before);
    const effects = await effectsOf(runId);
    expect(effects.map(({ diverted }) => diverted)).toEqual(EVERYTHING.map(() => 'not_sent'));
    const { rows } = await db.sql.query<{ body: string }>(
      `select request ->> 'body' as body from effects where run_id = $1 and step_id = 'hello'`,
      [runId],
    );
    expect(rows[0]?.body).toContain('this is a test run');
  });

  it.each(['error', 'accept_then_drop'] as const)(
    'S3.4 stays with the sandbox on each attempt, and when it asks what became of one: %s',
    async (mode) => {
      await setFault(txOf(db.pool), 'crm', { mode, times: 1 });
      const runId = await test(await drafted(documentOf([EVERYTHING[2]!, end()])));
      await s.worker(openDeps());
      await s.untilRun(runId, 'done');
      expect(trap.calls).toBe(0);
      const types = (await s.log(runId)).map(({ type }) => type);
      expect(types.filter((type) => type === 'step.retry_scheduled')).toHaveLength(1);
      expect(await count(`sandbox.crm_records where external_id = '${runId}/task'`)).toBe(1);
    },
  );

  it('asks the sandbox’s Slack who pressed, and never the workspace’s', async () => {
    const { rows } = await db.sql.query<{ id: string }>(
      'select id from sandbox.slack_users limit 1',
    );
    const user = rows[0]!.id;
    const { orgId } = s;
    expect(await findSlackMember(openDeps(), { orgId, isTest: true }, user)).toBeNull();
    expect(trap.calls).toBe(0);
    const asked = findSlackMember(openDeps(), { orgId, isTest: false }, user);
    await expect(asked).rejects.toThrow('Slack could not say who this is.');
    expect(trap.calls).toBeGreaterThan(0);
    const off = findSlackMember(openDeps(SANDBOX_OFF), { orgId, isTest: true }, user);
    await expect(off).rejects.toThrow('Slack could not say who this is.');
  });

  it('spends no budget and says nothing about the health of a connection', async () => {
    const runId = await test(await drafted(documentOf([EVERYTHING[0]!, end()])));
    await s.worker(openDeps());
    await s.untilRun(runId, 'done');
    expect(await count(`spend where run_id = '${runId}'`)).toBe(0);
    expect(await count(`connections where breaker <> 'closed' or breaker_failures > 1`)).toBe(0);
  });

  it('changes no contact, though its own steps see the change', async () => {
    const document = documentOf(
      [
        { id: 'mark', kind: 'update_contact', config: { fields: { lead: 'hot', name: 'M.' } } },
        {
          id: 'which',
          kind: 'branch',
          config: {
            cases: [
              {
                port: 'hot',
                name: 'Hot',
                when: {
                  all: [
                    { left: 'contact.lead', operator: 'equals', right: 'hot' },
                    { left: 'contact.name', operator: 'equals', right: 'M.' },
                  ],
                },
              },
            ],
          },
        },
        {
          id: 'note',
          kind: 'slack_message',
          config: { connection: 'slack', channel: '#sales', text: 'Lead {{ contact.lead }}' },
        },
        end(),
      ],
      [
        ['trigger', 'mark'],
        ['mark', 'which'],
        ['which', 'note', 'hot'],
        ['note', 'end'],
      ],
    );
    const contact = { ...CONTACT, name: 'Somebody else', attributes: { plan: 'pro' } };
    const runId = await test(await drafted(document), { contact });
    await s.worker(openDeps());
    await s.untilRun(runId, 'done');
    const { rows } = await db.sql.query('select name, attributes from contacts where email = $1', [
      CONTACT.email,
    ]);
    expect(rows).toEqual([{ name: 'Maya', attributes: {} }]);
    expect((await effectsOf(runId)).map(({ step }) => step)).toEqual(['note']);
  });

  it('asks for approval in the sandbox’s Slack, marked as a test, and takes the buttons off', async () => {
    const ask: TestStep = {
      id: 'sure',
      kind: 'approval',
      config: {
        content: 'Shall we?',
        assignees: ['sam@example.com'],
        channel: 'slack',
        target: '#approvals',
        deadline: { after: 'PT24H', then: 'port:expired' },
      },
    };
    const document = documentOf([ask, end()]);
    const runId = await test(await drafted(document));
    await s.worker(openDeps());
    await s.untilStep(runId, 'sure', 'waiting_approval');
    const shown = async () =>
      (
        await db.sql.query<{ blocks: unknown }>(
          'select blocks from sandbox.slack_messages order by ts desc limit 1',
        )
      ).rows.map(({ blocks }) => JSON.stringify(blocks))[0] ?? '';
    expect(await shown()).toContain('*Test run.*');
    const { rows } = await db.sql.query<{ id: string; digest: string }>(
      'select id, digest from approvals where run_id = $1',
      [runId],
    );
    await decideApproval(s.deps(), {
      orgId: s.orgId,
      approvalId: rows[0]!.id,
      digest: rows[0]!.digest,
      decision: 'approved',
      via: 'inbox',
      actor: 'api:key',
      comment: null,
      mayDecide: keyMayDecide('owner'),
    });
    await s.untilRun(runId, 'done');
    await waitFor('the message shows the decision', async () => {
      const shows = await count(`approvals where run_id = '${runId}' and message_status = status`);
      return shows === 1;
    });
    expect(await shown()).not.toContain('"actions"');
    expect(trap.calls).toBe(0);
  });
});

describe('what a test run runs on', () => {
  const simple = (outcome: string) => documentSchema.parse(documentOf([end('end', outcome)]));

  it('is a snapshot of the draft that never goes live and is taken once', async () => {
    const automationId = await drafted(simple('first'));
    const one = await test(automationId);
    const two = await test(automationId);
    await saveDraft(s.deps(), {
      orgId: s.orgId,
      automationId,
      revision: 1,
      document: simple('second'),
      actor: 'user:test',
    });
    const three = await test(automationId);
    const { rows } = await db.sql.query(
      'select version, outcome, is_test from runs where id = any ($1) order by created_at',
      [[one, two, three]],
    );
    expect(rows).toEqual([
      { version: -1, outcome: 'first', is_test: true },
      { version: -1, outcome: 'first', is_test: true },
      { version: -2, outcome: 'second', is_test: true },
    ]);
    const published = await publishAutomation(s.deps(), {
      orgId: s.orgId,
      automationId,
      revision: null,
      note: '',
      actor: 'user:test',
    });
    expect(published).toMatchObject({ version: 1, changed: true });
    await expect(
      db.sql.query('update automations set live_version = -1 where id = $1', [automationId]),
    ).rejects.toThrow(/automations_live_version_is_published/);
  });

  it('is a published version where one is named, also while the automation is paused', async () => {
    const automationId = await s.publish(simple('live'));
    await db.sql.query(`update automations set status = 'paused' where id = $1`, [automationId]);
    const runId = await test(automationId, { of: { kind: 'version', version: 1 } });
    expect(await s.status(runId)).toBe('done');
    await expect(test(automationId, { of: { kind: 'version', version: 2 } })).rejects.toThrow(
      AppError,
    );
  });

  it('is refused with what is wrong where the draft has errors', async () => {
    const broken = documentOf([{ id: 'pause', kind: 'wait_for', config: { duration: 'soon' } }]);
    await expect(test(await drafted(broken))).rejects.toMatchObject({ code: 'unprocessable' });
  });

  it('leaves no receipt', async () => {
    const automationId = await drafted(simple('x'));
    await test(automationId);
    expect(await count(`receipts where automation_id = '${automationId}'`)).toBe(0);
  });
});

/** Last, since these runs go on trying. */
describe('the same steps without the mark of a test', () => {
  it.each(EVERYTHING)('$id: call what the workspace is connected to', async (step) => {
    const config = { ...step.config, ...(step.id === 'hello' ? { body: 'Hello' } : {}) };
    const automation = await s.publish(documentOf([{ ...step, config }, end()]));
    const start = { contact: CONTACT, input: { base: trap.url } };
    await s.start(automation, start, openDeps());
    await s.worker(openDeps());
    await waitFor('somebody calls the real world', async () => Promise.resolve(trap.calls > 0));
  });
});
