import { expect, it } from 'vitest';
import { txOf } from '#server/platform/db.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { documentOf, end, mail } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { waitForRow } from '#server/testing/wait-for.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

const draft = {
  id: 'draft',
  kind: 'ai_generate',
  config: { connection: 'model', prompt: 'Write', maxCost: 0.01 },
};

it('S4.1 an email finds a place although model calls hold as many as there are for either', async () => {
  await setFault(txOf(db.pool), 'model', { mode: 'slow', seconds: 8 });
  const drafting = await s.publish(documentOf([draft, end()]));
  const models = [await s.start(drafting), await s.start(drafting)].map(({ runId }) => runId);
  await s.worker(s.deps({ lanes: { fast: 2, io: 2, slow: 2 } }));
  await waitForRow(
    db,
    'both calls under way',
    `select 1 from effects where run_id = any ($1) and status = 'in_flight' having count(*) = 2`,
    [models],
  );
  const letter = await s.start(await s.publish(documentOf([mail('letter'), end()])), {
    contact: { email: 'maya@example.com' },
  });
  await s.untilRun(letter.runId, 'done');
  // Counted, not timed: had the email waited for a place, a call would have ended first.
  for (const runId of models) expect(await s.status(runId)).toBe('running');
  await setFault(txOf(db.pool), 'model', { mode: 'normal' });
  for (const runId of models) await s.untilRun(runId, 'done', { timeoutMs: 20_000 });
});
