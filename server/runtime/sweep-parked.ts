import { txOf } from '#server/platform/db.ts';
import { findNeedlesslyParked } from '#server/store/parked-steps.ts';
import type { RuntimeDeps } from './deps.ts';
import { findAwake } from './find-awake.ts';
import { resumeSteps } from './resume-parked.ts';

const LIMIT = 50;

/**
 * Reconnecting resumes what is parked at that moment. A step whose refusal was still on its way
 * parks a moment later, and a process may die before it has resumed them all: found here.
 */
export const sweepParked = async (deps: RuntimeDeps): Promise<boolean> => {
  const steps = await findAwake(
    deps.pauses,
    LIMIT,
    async (limit) => findNeedlesslyParked(txOf(deps.pool), limit),
    ({ runId }) => runId,
  );
  return (await resumeSteps(deps, steps, 'sweep')) === LIMIT;
};
