import { expect, it } from 'vitest';
import { createBoss, stopBoss } from '#server/platform/queue.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { documentOf, end, post } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import { ALL_QUEUES } from './queues.ts';
import { relayOutbox } from './relay-outbox.ts';
import { sweepReady } from './sweep-ready.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

const jobsOf = async (runId: string): Promise<number | null> =>
  (await db.sql.query(`select 1 from pgboss.job where data ->> 'runId' = $1`, [runId])).rowCount;

it('S9.3 announces a step that nobody took once more, although the queue still holds the first time', async () => {
  const { runId } = await s.start(await s.publish(documentOf([post('order', box), end()])));
  const boss = await createBoss(db.url, { queues: ALL_QUEUES, maintenance: false });
  await relayOutbox({ pool: db.pool }, boss);
  expect(await jobsOf(runId)).toBe(1);
  await sweepReady(s.deps());
  await relayOutbox({ pool: db.pool }, boss);
  expect(await jobsOf(runId)).toBe(1);
  await advanceTime(db, '31 seconds');
  await sweepReady(s.deps());
  await relayOutbox({ pool: db.pool }, boss);
  expect(await jobsOf(runId)).toBe(2);
  await stopBoss(boss);
  await s.worker();
  await s.untilRun(runId, 'done');
});
