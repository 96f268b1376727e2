import { visitKey } from '#server/engine/state.ts';
import { txOf } from '#server/platform/db.ts';
import { findFundedWaits } from '#server/store/budget-waits.ts';
import { commitAdvances } from './commit-advance.ts';
import type { RuntimeDeps } from './deps.ts';

const LIMIT = 100;

/** A limit was raised, a reservation given back or a period has begun: some may go on. */
export const sweepBudgets = async (deps: RuntimeDeps): Promise<boolean> => {
  const waits = await findFundedWaits(txOf(deps.pool), LIMIT);
  if (waits.length === 0) return false;
  await commitAdvances(
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
  return waits.length === LIMIT;
};
