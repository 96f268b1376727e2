import { expect, it } from 'vitest';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { waitForRow } from '#server/testing/wait-for.ts';

const db = testDatabase();
const s = scenario(db);

it('S5.6 a worker that stops leaves its sweeps to the others at once', async () => {
  const { id } = await s.worker(s.deps({ sweepMs: 60_000 }));
  const held = `select 1 from leases where owner = $1 and lease_until > clock_timestamp()`;
  await waitForRow(db, 'the worker to lead a sweep', held, [id]);
  await s.stopWorkers();
  expect((await db.sql.query(held, [id])).rowCount).toBe(0);
  expect((await db.sql.query('select 1 from workers where id = $1', [id])).rowCount).toBe(0);
});
