import { describe, expect, it } from 'vitest';
import { withTransaction } from '#server/platform/db.ts';
import { documentOf, end, wait } from '#server/testing/documents.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { waitForRow } from '#server/testing/wait-for.ts';
import { advanceRuns } from '#server/runtime/advance-runs.ts';
import { loadRunsForUpdate } from './load-runs.ts';

const db = testDatabase();
const s = scenario(db);

describe('loading runs for a change', () => {
  it('S12.2 sees the steps that another transaction wrote while this one waited for its lock', async () => {
    const automation = await s.publish(documentOf([wait('pause', 'P1D'), end()]));
    const { runId } = await s.start(automation);
    const waiting = Promise.withResolvers<void>();
    const cancelling = withTransaction(db.pool, async (tx) => {
      await advanceRuns(s.deps(), tx, [
        { runId, actor: 'api', decide: () => ({ kind: 'cancel_requested', reason: null }) },
      ]);
      await waiting.promise;
    });
    await waitForRow(
      db,
      'the lock',
      `select 1 as held from pg_locks where locktype = 'transactionid' and mode = 'ExclusiveLock' and granted`,
    );
    const loading = withTransaction(db.pool, async (tx) => loadRunsForUpdate(tx, [runId]));
    await waitForRow(db, 'the other to wait', 'select 1 as waits from pg_locks where not granted');
    waiting.resolve();
    await cancelling;
    const [row] = await loading;
    expect(row?.status).toBe('cancelled');
    expect(row?.steps.map((step) => step.status)).toEqual(['cancelled']);
    expect(row?.timers).toEqual([]);
  });
});
