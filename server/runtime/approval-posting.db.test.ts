import { afterEach, describe, expect, it } from 'vitest';
import { txOf } from '#server/platform/db.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { ask, documentOf, end, post } from '#server/testing/documents.ts';
import { countRows } from '#server/testing/effect-scenes.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { waitFor, waitForRow } from '#server/testing/wait-for.ts';
import { decideApproval } from './decide-approval.ts';
import { keyMayDecide } from './permission-to-decide.ts';
import { reconnectConnection } from './reconnect-connection.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

afterEach(async () => {
  await setFault(txOf(db.pool), 'slack', { mode: 'normal' });
});

const askIn = async (target?: string): Promise<string> => {
  const { id, kind, config } = ask('approve', 'slack');
  const step = { id, kind, config: { ...config, ...(target === undefined ? {} : { target }) } };
  const automation = await s.publish(documentOf([step, post('order', box), end()]));
  return (await s.start(automation, { input: { key: 'k' } })).runId;
};

const approve = async (runId: string) => {
  const { id, digest } = await waitForRow<{ id: string; digest: string }>(
    db,
    'the request',
    `select id, digest from approvals where run_id = $1 and status = 'open'`,
    [runId],
  );
  return decideApproval(s.deps(), {
    orgId: s.orgId,
    approvalId: id,
    decision: 'approved',
    digest,
    via: 'inbox',
    actor: 'api:key',
    comment: null,
    mayDecide: keyMayDecide('owner'),
  });
};

const slackConnection = async (): Promise<{ id: string; health: string }> =>
  waitForRow(
    db,
    'slack',
    `select id, health from connections where org_id = $1 and name = 'slack'`,
    [s.orgId],
  );

describe('posting a question to Slack', () => {
  it('S6.5 stays open in the inbox, and says why, when Slack refuses the message for good', async () => {
    const runId = await askIn('nobody@elsewhere.example');
    await s.worker();
    await s.untilRun(runId, 'waiting_approval');
    const refused = (await s.log(runId)).find((entry) => entry.type === 'approval.post_failed');
    expect(refused?.data['code']).toBe('rejected');
    expect(String(refused?.data['message'])).toMatch(/users_not_found/);
    expect(await approve(runId)).toMatchObject({ kind: 'decided' });
    await s.untilRun(runId, 'done');
  });

  it('S8.5 parks only without permission, and a decision in the inbox counts meanwhile', async () => {
    await setFault(txOf(db.pool), 'slack', { mode: 'revoked' });
    const runId = await askIn();
    await s.worker();
    await s.untilRun(runId, 'parked');
    expect(await slackConnection()).toMatchObject({ health: 'unauthorised' });
    expect(await approve(runId)).toMatchObject({ kind: 'decided' });
    await s.untilRun(runId, 'done');
    await setFault(txOf(db.pool), 'slack', { mode: 'normal' });
    const { id: connectionId } = await slackConnection();
    await reconnectConnection(s.deps(), { orgId: s.orgId, connectionId, actor: 'user:u' });
  });

  it('S8.5 posts after reconnecting where nobody has decided yet', async () => {
    const posted = await countRows(db, 'sandbox.slack_messages');
    await setFault(txOf(db.pool), 'slack', { mode: 'revoked' });
    const runId = await askIn();
    await s.worker();
    await s.untilRun(runId, 'parked');
    await setFault(txOf(db.pool), 'slack', { mode: 'normal' });
    const { id: connectionId } = await slackConnection();
    await reconnectConnection(s.deps(), { orgId: s.orgId, connectionId, actor: 'user:u' });
    await s.untilRun(runId, 'waiting_approval');
    expect(await countRows(db, 'sandbox.slack_messages')).toBe(posted + 1);
    expect(await approve(runId)).toMatchObject({ kind: 'decided' });
    await s.untilRun(runId, 'done');
  });

  it('S8.5 resumes a step that parked in the very moment of the reconnect', async () => {
    await setFault(txOf(db.pool), 'slack', { mode: 'revoked' });
    const runId = await askIn();
    await s.worker();
    await s.untilRun(runId, 'parked');
    await setFault(txOf(db.pool), 'slack', { mode: 'normal' });
    // Somebody reconnected, and the process died before it had resumed anything.
    await db.sql.query(
      `update connections set health = 'ok', updated_at = now() where org_id = $1`,
      [s.orgId],
    );
    await s.untilRun(runId, 'waiting_approval');
    await approve(runId);
    await s.untilRun(runId, 'done');
  });

  it('S8.5 a refusal that began before a reconnect does not take the connection down again', async () => {
    const held = Promise.withResolvers<void>();
    const atSlack = Promise.withResolvers<void>();
    const deps = s.deps();
    const slow = new Map(
      [...deps.connectors].map(([kind, connector]) => [
        kind,
        {
          ...connector,
          perform: async (call: Parameters<typeof connector.perform>[0]) => {
            const answer = connector.perform(call);
            await answer.catch(() => undefined);
            atSlack.resolve();
            await held.promise;
            return answer;
          },
        },
      ]),
    );
    await setFault(txOf(db.pool), 'slack', { mode: 'revoked' });
    const runId = await askIn();
    await s.worker({ ...deps, connectors: slow });
    await atSlack.promise;
    await setFault(txOf(db.pool), 'slack', { mode: 'normal' });
    const { id: connectionId } = await slackConnection();
    await reconnectConnection(s.deps(), { orgId: s.orgId, connectionId, actor: 'user:u' });
    held.resolve();
    await s.untilStep(runId, 'approve', 'waiting_approval');
    expect(await slackConnection()).toMatchObject({ health: 'ok' });
    await waitFor('the message', async () => (await approve(runId)).kind === 'decided');
    await s.untilRun(runId, 'done');
  });
});
