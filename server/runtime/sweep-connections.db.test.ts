import { afterEach, describe, expect, it } from 'vitest';
import { txOf } from '#server/platform/db.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { findConnectionById } from '#server/store/connection-credentials.ts';
import { healConnection } from '#server/store/connection-probes.ts';
import { documentOf, end, type TestStep } from '#server/testing/documents.ts';
import { countRows } from '#server/testing/effect-scenes.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { reconnectConnection } from './reconnect-connection.ts';
import { sweepConnections } from './sweep-connections.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

afterEach(async () => {
  for (const service of ['crm', 'smtp', 'slack', 'model'] as const) {
    await setFault(txOf(db.pool), service, { mode: 'normal' });
  }
});

const untriedFor = async (age: string): Promise<void> => {
  await db.sql.query(
    'update connections set probed_at = now() - $1::interval, health_at = now() - $1::interval',
    [age],
  );
};

/** What a probe said earlier is long ago. */
const forgetHealing = async (): Promise<void> => {
  await db.sql.query(`update connections set healed_at = now() - interval '2 hours'`);
};

const healthOf = async (name: string): Promise<string> => {
  const { rows } = await db.sql.query<{ health: string }>(
    'select health from connections where org_id = $1 and name = $2',
    [s.orgId, name],
  );
  return rows[0]?.health ?? '';
};

const task: TestStep = {
  id: 'task',
  kind: 'crm_upsert',
  config: { connection: 'crm', object: 'tasks', fields: { title: 'Call' } },
};

describe('S8.5 a connection is tried from time to time', () => {
  it.each(['mailbox', 'crm', 'model', 'slack'])(
    'and a credential of the %s that was revoked is seen before a run comes to it',
    async (name) => {
      const service = name === 'mailbox' ? 'smtp' : (name as 'crm');
      await setFault(txOf(db.pool), service, { mode: 'revoked' });
      await untriedFor('61 minutes');
      await sweepConnections(s.deps());
      expect(await healthOf(name)).toBe('unauthorised');
      await setFault(txOf(db.pool), service, { mode: 'normal' });
      await untriedFor('6 minutes');
      await sweepConnections(s.deps());
      expect(await healthOf(name)).toBe('ok');
    },
  );

  it('and a run that stands still for it goes on from the same step, once it works again', async () => {
    await forgetHealing();
    await setFault(txOf(db.pool), 'crm', { mode: 'revoked' });
    const { runId } = await s.start(await s.publish(documentOf([task, end()])));
    await s.worker();
    await s.untilRun(runId, 'parked');
    await setFault(txOf(db.pool), 'crm', { mode: 'normal' });
    await untriedFor('6 minutes');
    await sweepConnections(s.deps());
    await s.untilRun(runId, 'done');
    const resumed = (await s.log(runId)).find(({ type }) => type === 'step.resumed');
    expect(resumed).toMatchObject({ stepId: 'task', data: { cause: 'reconnected' } });
  });

  it('but not again and again: refused soon after a probe’s good word, it is left to a person', async () => {
    await forgetHealing();
    const automation = await s.publish(documentOf([task, end()]));
    await s.worker();
    const park = async (): Promise<string> => {
      await setFault(txOf(db.pool), 'crm', { mode: 'revoked' });
      const { runId } = await s.start(automation);
      await s.untilRun(runId, 'parked');
      // From here on a probe is answered, as it is by one who may read and may not write.
      await setFault(txOf(db.pool), 'crm', { mode: 'normal' });
      await untriedFor('6 minutes');
      await db.sql.query(`update connections set healed_at = healed_at - interval '10 minutes'`);
      await sweepConnections(s.deps());
      return runId;
    };
    await s.untilRun(await park(), 'done');
    const again = await park();
    expect(await healthOf('crm')).toBe('unauthorised');
    const { rows } = await db.sql.query<{ id: string }>(
      `select id from connections where org_id = $1 and name = 'crm'`,
      [s.orgId],
    );
    const connectionId = rows[0]?.id ?? '';
    await reconnectConnection(s.deps(), { orgId: s.orgId, connectionId, actor: 'user:sam' });
    await s.untilRun(again, 'done');
  });

  it('and what a probe found of another credential says nothing about the one that is there', async () => {
    await forgetHealing();
    await setFault(txOf(db.pool), 'crm', { mode: 'revoked' });
    await untriedFor('61 minutes');
    await sweepConnections(s.deps());
    const { rows } = await db.sql.query<{ id: string }>(
      `select id from connections where org_id = $1 and name = 'crm'`,
      [s.orgId],
    );
    const id = rows[0]?.id ?? '';
    const before = await findConnectionById(db.sql, id);
    await db.sql.query('update connections set updated_at = clock_timestamp() where id = $1', [id]);
    await healConnection(db.sql, id, before?.revision ?? '');
    expect(await healthOf('crm')).toBe('unauthorised');
    const now = await findConnectionById(db.sql, id);
    await healConnection(db.sql, id, now?.revision ?? '');
    expect(await healthOf('crm')).toBe('ok');
  });

  it('without an effect, not before its turn, and one that cannot be reached stays as it is', async () => {
    const calls = await countRows(db, 'sandbox.calls');
    await untriedFor('59 minutes');
    await sweepConnections(s.deps());
    expect(await countRows(db, 'sandbox.calls')).toBe(calls);
    const mails = await countRows(db, 'sandbox.messages');
    await setFault(txOf(db.pool), 'crm', { mode: 'error' });
    await untriedFor('61 minutes');
    await sweepConnections(s.deps());
    expect(await countRows(db, 'sandbox.calls')).toBeGreaterThan(calls);
    expect(await healthOf('crm')).toBe('ok');
    expect(await countRows(db, 'sandbox.messages')).toBe(mails);
  });
});
