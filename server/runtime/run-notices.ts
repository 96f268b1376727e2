import type { Service } from '#server/platform/lifecycle.ts';
import { createNotifier } from '#server/platform/listen.ts';
import type { RuntimeDeps } from './deps.ts';

/** The channel on which screens hear of changed runs; the payload is their ids, or empty. */
export const RUNS_CHANNEL = 'holdfast_runs';

/**
 * Tells all processes, at most every 50 ms, which runs this one has changed: their screens look
 * again, and their workers look for work. Work that is ready is told at once after a quiet while.
 * Returns the function that ends it.
 */
export const announceRuns = ({
  pool,
  hints,
}: Pick<RuntimeDeps, 'pool' | 'hints'>): (() => Promise<void>) => {
  const notifier = createNotifier(pool, RUNS_CHANNEL);
  const unlisten = hints.listen({
    runsChanged: (runIds) => {
      for (const runId of runIds) notifier.notify(runId);
    },
    laneReady: () => notifier.hurry(),
  });
  return async () => {
    unlisten();
    await notifier.stop();
  };
};

/** The same as a part of a worker. */
export const createRunNotices = (deps: RuntimeDeps): Service => {
  let end = async (): Promise<void> => undefined;
  return {
    name: 'run notices',
    start: async () => {
      end = announceRuns(deps);
    },
    stop: async () => end(),
  };
};
