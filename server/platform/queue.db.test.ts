import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '#server/testing/test-database.ts';
import { uuidv7 } from './ids.ts';
import { createBoss, ensureQueues, insertJobs, stopBoss, type Boss } from './queue.ts';

const db = testDatabase();
let boss: Boss;

beforeAll(async () => {
  boss = await createBoss(db.url, { queues: ['bell'], maintenance: false });
});
afterAll(async () => stopBoss(boss));

const jobs = async (): Promise<readonly string[]> =>
  (await boss.findJobs('bell')).map((job) => job.id);

test('jobs appear with the transaction that announces them, and not without it', async () => {
  const [kept, lost] = [uuidv7(), uuidv7()];
  await db.transaction(async (tx) => insertJobs(boss, tx, 'bell', [{ id: kept, data: { n: 1 } }]));
  const failing = db.transaction(async (tx) => {
    await insertJobs(boss, tx, 'bell', [{ id: lost, data: {} }]);
    throw new Error('crash before COMMIT');
  });
  await expect(failing).rejects.toThrow('crash before COMMIT');
  expect(await jobs()).toEqual([kept]);
});

test('announcing twice, in one batch or two, makes one job and no error', async () => {
  const id = uuidv7();
  const before = (await jobs()).length;
  const twice = [
    { id, data: {} },
    { id, data: {} },
  ];
  await db.transaction(async (tx) => insertJobs(boss, tx, 'bell', twice));
  await db.transaction(async (tx) => insertJobs(boss, tx, 'bell', twice));
  expect(await jobs()).toHaveLength(before + 1);
});

test('a delayed job is not fetched before its time', async () => {
  await ensureQueues(boss, ['later']);
  const soon = { id: uuidv7(), data: { when: 'past' }, startAfter: new Date(Date.now() - 1000) };
  const late = { id: uuidv7(), data: {}, startAfter: new Date(Date.now() + 60 * 86_400_000) };
  await db.transaction(async (tx) => insertJobs(boss, tx, 'later', [soon, late]));
  const fetched = await boss.fetch('later', { batchSize: 10 });
  expect(fetched.map((job) => job.id)).toEqual([soon.id]);
});

test('a job of a timer a hundred days ahead is kept until then', async () => {
  await ensureQueues(boss, ['far']);
  const startAfter = new Date(Date.now() + 100 * 86_400_000);
  await db.transaction(async (tx) =>
    insertJobs(boss, tx, 'far', [{ id: uuidv7(), data: {}, startAfter }]),
  );
  const { rows } = await db.sql.query<{ kept: boolean }>(
    `select keep_until > start_after as kept from pgboss.job where name = 'far'`,
  );
  expect(rows).toEqual([{ kept: true }]);
});
