import { expect, it } from 'vitest';
import { txOf } from '#server/platform/db.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { findStaleMessages } from '#server/store/approvals.ts';
import { ask, documentOf, end } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
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
