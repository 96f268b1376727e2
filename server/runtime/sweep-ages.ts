import { txOf } from '#server/platform/db.ts';
import { findAgedRuns } from '#server/store/aged-runs.ts';
import { advanceEach } from './advance-each.ts';
import type { RuntimeDeps } from './deps.ts';
import { findAwake } from './find-awake.ts';

const LIMIT = 100;

/** Stops runs that are as old as they may get. A replay gives a run another age meanwhile. */
export const sweepAges = async (deps: RuntimeDeps): Promise<boolean> => {
  const runIds = await findAwake(
    deps.pauses,
    LIMIT,
    async (limit) => findAgedRuns(txOf(deps.pool), limit),
    (runId) => runId,
  );
  if (runIds.length === 0) return false;
  const moved = await advanceEach(
    deps,
    runIds.map((runId) => ({
      runId,
      actor: 'sweep',
      decide: (run) => (run.row.expiresAt <= run.row.now ? { kind: 'age_reached' } : null),
    })),
  );
  return runIds.length === LIMIT && moved > 0;
};
