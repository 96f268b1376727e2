import { describe, expect, it } from 'vitest';
import { callerFor } from '#server/api/caller.ts';
import { documentSchema } from '#server/engine/document.ts';
import { shutDown } from '#server/platform/lifecycle.ts';
import { createAutomation } from '#server/runtime/create-automation.ts';
import { publishAutomation } from '#server/runtime/publish-automation.ts';
import { startByHand } from '#server/runtime/start-by-hand.ts';
import { createWorker } from '#server/runtime/start-worker.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { documentOf, end } from '#testing/documents.ts';
import { testDatabase } from '#testing/test-database.ts';
import { testSandbox } from '#testing/test-sandbox.ts';
import { signIn, testServices } from '#testing/test-services.ts';
import { waitFor } from '#testing/wait-for.ts';

const db = testDatabase();
const box = testSandbox(db);
const services = testServices(db, box);
const ORG = 'org_brightwater';

const document = documentSchema.parse(
  documentOf([
    { id: 'task', kind: 'crm_upsert', config: { connection: 'crm', object: 'Task', fields: {} } },
    end(),
  ]),
);

const statusOf = async (runId: string): Promise<string | undefined> =>
  (await db.sql.query<{ status: string }>('select status from runs where id = $1', [runId])).rows[0]
    ?.status;

describe('a lost connection', () => {
  it('S8.5 is shown with the runs that wait for it, and reconnecting lets them go on from there', async () => {
    const { deps } = services();
    const lena = callerFor(await signIn(services(), 'lena@example.com'));
    const { id } = await createAutomation(deps, { orgId: ORG, document, actor: 'test' });
    await publishAutomation(deps, {
      orgId: ORG,
      automationId: id,
      revision: 1,
      note: '',
      actor: 'test',
    });
    await setFault(db.sql, 'crm', { mode: 'revoked' });
    const worker = createWorker(deps, { queueUrl: null });
    await worker.start();
    try {
      const { runId } = await startByHand(deps, {
        orgId: ORG,
        automationId: id,
        input: {},
        trigger: 'manual',
        actor: 'user:usr_lena',
      });
      await waitFor('parked', async () => (await statusOf(runId)) === 'parked');
      expect((await lena.automations.summary()).lostConnections).toEqual([
        { name: 'crm', label: 'CRM', parkedRuns: 1 },
      ]);
      expect(await lena.automations.get({ id })).toMatchObject({
        state: 'parked',
        stateNote: 'Reconnect CRM',
      });
      await expect(lena.connections.reconnect({ id: 'cxn_crm' })).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('It does not work yet.'),
      });
      expect(await statusOf(runId)).toBe('parked');
      await setFault(db.sql, 'crm', { mode: 'normal' });
      expect(await lena.connections.reconnect({ id: 'cxn_crm' })).toEqual({ resumed: 1 });
      await waitFor('done', async () => (await statusOf(runId)) === 'done');
      const { items } = await lena.connections.list();
      expect(items.find(({ name }) => name === 'crm')).toMatchObject({
        health: 'ok',
        parkedRuns: 0,
      });
    } finally {
      await shutDown(worker, 2_000);
    }
  });
});
