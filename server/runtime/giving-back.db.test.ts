import { expect, it } from 'vitest';
import { advanceTime } from '#server/testing/advance-time.ts';
import { documentOf, end, post } from '#server/testing/documents.ts';
import { untilInFlight } from '#server/testing/effect-scenes.ts';
import { scenario } from '#server/testing/scenario.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { testSandbox } from '#server/testing/test-sandbox.ts';
import type { RuntimeDeps } from './deps.ts';

const db = testDatabase();
const box = testSandbox(db);
const s = scenario(db, box);

/** Connectors that neither answer nor notice that they should stop. */
const deaf = (deps: RuntimeDeps): RuntimeDeps => ({
  ...deps,
  connectors: new Map(
    [...deps.connectors].map(([kind, connector]) => [
      kind,
      { ...connector, perform: async () => new Promise<never>(() => undefined) },
    ]),
  ),
});

it('S2.6 a worker that stops gives back a step whose call does not notice', async () => {
  const { runId } = await s.start(await s.publish(documentOf([post('order', box), end()])));
  await s.worker(deaf(s.deps({ leaseSeconds: 60, graceSeconds: 0 })), { sweeps: false });
  await untilInFlight(db, `${runId}/order`);
  await s.stopWorkers();
  const { rows } = await db.sql.query('select status, owner from steps where run_id = $1', [runId]);
  expect(rows).toEqual([{ status: 'ready', owner: null }]);
  expect((await s.log(runId)).at(-1)).toMatchObject({ type: 'step.released' });
  await s.worker();
  await s.untilStep(runId, 'order', 'waiting_retry');
  await advanceTime(db, '2 minutes');
  await s.untilRun(runId, 'done');
});
