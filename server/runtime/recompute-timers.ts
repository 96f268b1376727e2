import { readOpenTimers } from '#server/store/timers.ts';
import { commitAdvance } from './commit-advance.ts';
import type { RuntimeDeps } from './deps.ts';

/**
 * Computes a run's open timers anew. True where one moved. The timers are read under the run's
 * lock, so one that was set while this waited is seen.
 */
export const recomputeTimersOf = async (
  deps: RuntimeDeps,
  runId: string,
  cause: 'zone' | 'tzdb',
): Promise<boolean> => {
  const outcome = await commitAdvance(deps, {
    runId,
    actor: 'sweep',
    decide: async (_run, tx) => {
      const timers = await readOpenTimers(tx, runId);
      return timers.length === 0 ? null : { kind: 'timers_recomputed', cause, timers };
    },
  });
  return outcome.kind === 'advanced';
};

/** The same for many, each by itself. Answers those that could not be advanced. */
export const recomputeEach = async (
  deps: RuntimeDeps,
  runIds: readonly string[],
  cause: 'zone' | 'tzdb',
): Promise<ReadonlySet<string>> => {
  const stuck = new Set<string>();
  for (const runId of new Set(runIds)) {
    try {
      await recomputeTimersOf(deps, runId, cause);
    } catch (error) {
      stuck.add(runId);
      deps.log.error({ err: error, runId, cause }, 'timers could not be computed anew');
    }
  }
  return stuck;
};
