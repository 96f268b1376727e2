import type { RunEvent } from '#server/engine/event.ts';
import type { LoadedRun } from './loaded-run.ts';
import type { WorkerContext } from './worker-context.ts';

/**
 * The answer to a settle was lost, and the settle had taken effect: what it had claimed for this
 * worker runs in nobody's hands. Handed back, it is ready in the same transaction, in which the
 * worker claims it anew and goes on. (One of them, as it nearly always is; others wait for their
 * lease.) Should it be in hand after all, under a claim whose answer is still on its way, then the
 * fence refuses that one.
 */
export const takeUpClaim = (run: LoadedRun, worker: WorkerContext): RunEvent | null => {
  const held = new Set(worker.held.steps().map(({ id, token }) => `${id}#${token}`));
  for (const [key, { id, token, owner }] of run.fences) {
    const step = run.state.steps.get(key);
    if (step?.status !== 'running' || owner !== worker.id || held.has(`${id}#${token}`)) continue;
    const visit = { stepId: step.stepId, iteration: step.iteration };
    return { kind: 'attempt_released', visit, owner: worker.id };
  }
  return null;
};
