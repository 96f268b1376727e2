import { visitKey, type Visit } from '#server/engine/state.ts';
import { commitAdvance } from './commit-advance.ts';
import type { RuntimeDeps } from './deps.ts';

/** An answer that came after all brings back the step that waits for a person to give it. */
export const resumeSettled = async (
  deps: RuntimeDeps,
  runId: string,
  visit: Visit,
  actor: string,
): Promise<void> => {
  await commitAdvance(deps, {
    runId,
    actor,
    decide: (run) => {
      const status = run.state.steps.get(visitKey(visit))?.status;
      const waits = status === 'needs_review' || status === 'parked';
      return waits ? { kind: 'step_resumed', visit, cause: 'effect_settled' } : null;
    },
  });
};
