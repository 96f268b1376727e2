import { expect, test } from 'vitest';
import { advanceTime, engineNow, setTime } from './advance-time.ts';
import { testDatabase } from './test-database.ts';

const db = testDatabase();

test('the engine’s clock moves by intervals and to instants, and ticks on', async () => {
  const before = await engineNow(db);
  await advanceTime(db, '3 days');
  const after = await engineNow(db);
  expect(after.getTime() - before.getTime()).toBeGreaterThanOrEqual(3 * 86_400_000);
  await setTime(db, '2027-03-28T00:59:59Z');
  const set = await engineNow(db);
  expect(set.toISOString()).toMatch(/^2027-03-28T0[01]:/);
  await expect.poll(async () => (await engineNow(db)) > set).toBe(true);
});
