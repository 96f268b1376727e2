import { afterEach, expect, it } from 'vitest';
import { txOf } from '#server/platform/db.ts';
import { listMail } from '#server/sandbox/api/list-mail.ts';
import { setFault } from '#server/sandbox/store/faults.ts';
import { readRawMail } from '#server/sandbox/store/mail.ts';
import { advanceTime } from '#server/testing/advance-time.ts';
import { documentOf, end, mail } from '#server/testing/documents.ts';
import { effectOf } from '#server/testing/effect-scenes.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

afterEach(async () => {
  await setFault(txOf(db.pool), 'smtp', { mode: 'normal' });
});

it('S3.5 a server that takes a mail and answers 451 gets the very same one again, under one Message-ID', async () => {
  await setFault(txOf(db.pool), 'smtp', { mode: 'accept_then_error', times: 1 });
  const automation = await s.publish(documentOf([mail('hello'), end()]));
  const { runId } = await s.start(automation, { contact: { email: 'maya@example.org' } });
  await s.worker();
  await s.untilRun(runId, 'waiting_retry');
  const failed = (await s.log(runId)).find(({ type }) => type === 'effect.failed');
  expect(String(failed?.data['message'])).toContain('(451)');
  await advanceTime(db, '10 minutes');
  await s.untilRun(runId, 'done');
  expect(await effectOf(db, `${runId}/hello`)).toMatchObject({ status: 'settled', attempts: 2 });
  const { items } = await listMail(txOf(db.pool));
  expect(items.map(({ deliveries, outcome }) => [deliveries, outcome])).toEqual([
    [2, 'accepted'],
    [2, 'answered_with_error'],
  ]);
  const [again, first] = await Promise.all(
    items.map(async ({ id }) => readRawMail(txOf(db.pool), id)),
  );
  expect(again?.equals(first ?? Buffer.alloc(0))).toBe(true);
});
