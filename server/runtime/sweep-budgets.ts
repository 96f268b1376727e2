import { visitKey } from '#server/engine/state.ts';
import { txOf } from '#server/platform/db.ts';
import { findFundedWaits } from '#server/store/budget-waits.ts';
import { advanceEach } from './advance-each.ts';
import type { RuntimeDeps } from './deps.ts';
import { findAwake } from './find-awake.ts';

const LIMIT = 100;

/** A limit was raised, a reservation given back or a period has begun: some may go on. */
export const sweepBudgets = async (deps: RuntimeDeps): Promise<boolean> => {
  const waits = await findAwake(
    deps.pauses,
    LIMIT,
    async (limit) => findFundedWaits(txOf(deps.pool), limit),
    ({ runId }) => runId,
  );
  if (waits.length === 0) return false;
  const moved = await advanceEach(
    deps,
    waits.map(({ runId, stepId, iteration }) => ({
      runId,
      actor: 'sweep',
      decide: (run) => {
        const visit = { stepId, iteration };
        const status = run.state.steps.get(visitKey(visit))?.status;
        const waiting = status === 'waiting_retry' || status === 'parked';
        return waiting ? { kind: 'step_resumed', visit, cause: 'retry' } : null;
      },
    })),
  );
  return waits.length === LIMIT && moved > 0;
};
