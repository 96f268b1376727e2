/**
 * Test runs: the workspace is connected to a "real" world that counts who calls, the sandbox is
 * another. Whatever a test run does, nobody may call the real one.
 */
import { describe, expect, it } from 'vitest';
import { txOf } from '#server/platform/db.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { documentOf, end, type TestStep } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { SANDBOX_OFF, TEST_CONTACT, testRunScene } from '#server/testing/test-run-scene.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { waitFor } from '#server/testing/wait-for.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);
const { trap, drafted, openDeps, test, effectsOf, count } = testRunScene(db, box, s);

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

  it('spends no budget and says nothing about the health of a connection', async () => {
    const runId = await test(await drafted(documentOf([EVERYTHING[0]!, end()])));
    await s.worker(openDeps());
    await s.untilRun(runId, 'done');
    expect(await count(`spend where run_id = '${runId}'`)).toBe(0);
    expect(await count(`connections where breaker <> 'closed' or breaker_failures > 1`)).toBe(0);
  });
});

/** Last, since these runs go on trying. */
describe('the same steps without the mark of a test', () => {
  it.each(EVERYTHING)('$id: call what the workspace is connected to', async (step) => {
    const config = { ...step.config, ...(step.id === 'hello' ? { body: 'Hello' } : {}) };
    const automation = await s.publish(documentOf([{ ...step, config }, end()]));
    const start = { contact: TEST_CONTACT, input: { base: trap.url } };
    await s.start(automation, start, openDeps());
    await s.worker(openDeps());
    await waitFor('somebody calls the real world', async () => Promise.resolve(trap.calls > 0));
  });
});
