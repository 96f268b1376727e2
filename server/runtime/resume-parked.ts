import { visitKey } from '#server/engine/state.ts';
import { txOf } from '#server/platform/db.ts';
import { markConnectionHealth } from '#server/store/connection-credentials.ts';
import { findParkedSteps, type ParkedStep } from '#server/store/parked-steps.ts';
import { advanceEach } from './advance-each.ts';
import type { RuntimeDeps } from './deps.ts';

const BATCH = 50;

export interface ResumeParked {
  readonly orgId: string;
  readonly connectionId: string;
  readonly actor: string;
}

/** Answers how many went on. */
export const resumeSteps = async (
  deps: RuntimeDeps,
  steps: readonly ParkedStep[],
  actor: string,
): Promise<number> => {
  if (steps.length === 0) return 0;
  return advanceEach(
    deps,
    steps.map(({ runId, stepId, iteration }) => ({
      runId,
      actor,
      decide: (run) => {
        const visit = { stepId, iteration };
        const parked = run.state.steps.get(visitKey(visit))?.status === 'parked';
        return parked ? { kind: 'step_resumed', visit, cause: 'reconnected' } : null;
      },
    })),
  );
};

/**
 * A connection works again: every step that was parked for it goes on from where it was. One that
 * meets the same refusal is parked again.
 */
export const resumeParked = async (
  deps: RuntimeDeps,
  resume: ResumeParked,
): Promise<{ readonly resumed: number }> => {
  const tx = txOf(deps.pool);
  await markConnectionHealth(tx, resume.connectionId, 'ok', null);
  let resumed = 0;
  let after = 0;
  for (;;) {
    const steps = await findParkedSteps(tx, resume.orgId, resume.connectionId, after, BATCH);
    if (steps.length === 0) return { resumed };
    resumed += await resumeSteps(deps, steps, resume.actor);
    after = steps.at(-1)?.id ?? after;
  }
};
