import { visitKey } from '#server/engine/state.ts';
import { txOf } from '#server/platform/db.ts';
import { findLapsedSteps, isLeaseLapsed } from '#server/store/left-behind.ts';
import { advanceEach } from './advance-each.ts';
import type { RuntimeDeps } from './deps.ts';
import { findAwake } from './find-awake.ts';

const LIMIT = 100;

/** Gives steps of vanished workers back to their lanes. */
export const sweepLeases = async (deps: RuntimeDeps): Promise<boolean> => {
  const lapsed = await findAwake(
    deps.pauses,
    LIMIT,
    async (limit) => findLapsedSteps(txOf(deps.pool), limit),
    ({ runId }) => runId,
  );
  if (lapsed.length === 0) return false;
  const moved = await advanceEach(
    deps,
    lapsed.map((step) => ({
      runId: step.runId,
      actor: 'sweep',
      decide: async (run, tx) => {
        const fence = run.fences.get(visitKey(step));
        if (fence?.token !== step.token || !(await isLeaseLapsed(tx, step))) return null;
        const visit = { stepId: step.stepId, iteration: step.iteration };
        return { kind: 'attempt_lost', visit, owner: step.owner };
      },
    })),
  );
  return lapsed.length === LIMIT && moved > 0;
};
