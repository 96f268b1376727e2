import { once } from 'node:events';
import { expect, it } from 'vitest';
import { createPool } from '#server/platform/db.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { createHeartbeat } from './heartbeat.ts';
import { createHeldLeases } from './held-leases.ts';

const db = testDatabase();
const s = scenario(db);

const LEASE_SECONDS = 1;

it('S2.2 a worker whose beat hangs stops its work by its own clock, before the lease ends', async () => {
  const pool = createPool(db.url, { name: 'test-hanging', max: 1 });
  const busy = await pool.connect();
  const held = createHeldLeases(LEASE_SECONDS);
  const since = performance.now();
  const signal = held.holdStep({ id: 1, token: 1 }, since);
  const deps = { ...s.deps({ leaseSeconds: LEASE_SECONDS }), pool };
  const heartbeat = createHeartbeat(deps, held, 'wrk_hanging');
  await heartbeat.start();
  try {
    if (!signal.aborted) await once(signal, 'abort');
    expect(signal.reason).toBe('lease_lost');
  } finally {
    busy.release();
    await heartbeat.stop();
    await pool.end();
  }
});
