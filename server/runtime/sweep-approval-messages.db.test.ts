import { expect, it } from 'vitest';
import { txOf } from '#server/platform/db.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import {
  findStaleMessages,
  markMessagesShown,
  saveApprovalMessage,
} from '#server/store/approvals.ts';
import { ask, documentOf, end } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { waitForRow } from '#server/testing/wait-for.ts';
import { cancelRun } from './cancel-run.ts';
import { createApprovalMessageSweep } from './sweep-approval-messages.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

/** A run that was stopped while its question stood in Slack. */
const stopped = async (): Promise<void> => {
  const { runId } = await s.start(await s.publish(documentOf([ask('approve', 'slack'), end()])), {
    input: { key: 'k' },
  });
  await s.untilStep(runId, 'approve', 'waiting_approval');
  await cancelRun(s.deps(), { orgId: s.orgId, runId, actor: 'user:sam', reason: null });
};

it('a message that cannot be rewritten rests, and keeps no other from its turn', async () => {
  const tx = txOf(db.pool);
  await s.worker(s.deps(), { sweeps: false });
  await stopped();
  const sweep = createApprovalMessageSweep();
  await setFault(tx, 'slack', { mode: 'error' });
  await sweep(s.deps());
  await setFault(tx, 'slack', { mode: 'normal' });
  const [broken] = await findStaleMessages(tx, 1, []);
  expect(broken).toMatchObject({ status: 'cancelled' });
  await stopped();
  await sweep(s.deps());
  // The second was rewritten at once, the first is left for later.
  expect(await findStaleMessages(tx, 10, [])).toMatchObject([{ id: broken?.id }]);
  await createApprovalMessageSweep()(s.deps());
  expect(await findStaleMessages(tx, 10, [])).toEqual([]);
});

/** Buttons that stand in the sandbox's Slack, by message, oldest first. */
const buttons = async (): Promise<readonly boolean[]> => {
  const { rows } = await db.sql.query<{ buttons: boolean }>(
    `select blocks::text like '%"approval_approve"%' as buttons from sandbox.slack_messages
      where first_blocks::text like '%Escalated%' order by ts`,
  );
  return rows.map((row) => row.buttons);
};

it('S6.5 takes the buttons off every message of a request that went to others as well', async () => {
  const question = ask('approve', 'slack');
  const then = { escalate: { to: ['lena@example.com'], after: 'PT8H', then: 'port:expired' } };
  const config = { ...question.config, content: 'Escalated', deadline: { after: 'PT24H', then } };
  const { runId } = await s.start(
    await s.publish(
      documentOf(
        [{ ...question, config }, end('late', 'late')],
        [
          ['trigger', 'approve'],
          ['approve', 'late', 'approved'],
          ['approve', 'late', 'expired'],
        ],
      ),
    ),
  );
  await s.worker();
  await s.untilStep(runId, 'approve', 'waiting_approval');
  await advanceTime(db, '25 hours');
  await waitForRow(
    db,
    'both messages',
    'select 1 as found from approvals where run_id = $1 and jsonb_array_length(message_refs) = 2',
    [runId],
  );
  await s.untilStep(runId, 'approve', 'waiting_approval');
  expect(await buttons()).toEqual([true, true]);
  await advanceTime(db, '9 hours');
  await s.untilRun(runId, 'done');
  await waitForRow(
    db,
    'all rewritten',
    `select 1 as found from approvals where run_id = $1 and message_status = 'expired'`,
    [runId],
  );
  expect(await buttons()).toEqual([false, false]);
  // Once more, and after a message that came in while the others were rewritten: nothing is lost.
  const [stale] = (await rewind(runId)) ?? [];
  if (stale === undefined) throw new Error('Nothing is stale.');
  await saveApprovalMessage(txOf(db.pool), stale.id, { channel: 'C0GONE', ts: '1.1' });
  await markMessagesShown(txOf(db.pool), stale);
  expect(await findStaleMessages(txOf(db.pool), 1, [])).toMatchObject([{ id: stale.id }]);
});

const rewind = async (runId: string) => {
  await s.stopWorkers();
  await db.sql.query(`update approvals set message_status = 'open' where run_id = $1`, [runId]);
  return findStaleMessages(txOf(db.pool), 1, []);
};
