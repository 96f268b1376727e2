import type { Service } from '#server/platform/lifecycle.ts';
import { createNotifier } from '#server/platform/listen.ts';
import { WORK_LANES, type RuntimeDeps, type WorkLane } from './deps.ts';

/**
 * The channel on which processes hear of changed runs: their ids, and the lanes in which steps have
 * become ready, one a line. Empty where that would be too long: then anything may have changed.
 */
export const RUNS_CHANNEL = 'holdfast_runs';

const lineOf = (lane: string): string => `@${lane}`;

/** The lanes in which a notice says that there is something to do. */
export const lanesOfNotice = (payload: string): readonly WorkLane[] => {
  if (payload === '') return WORK_LANES;
  const lines = new Set(payload.split('\n'));
  return WORK_LANES.filter((lane) => lines.has(lineOf(lane)));
};

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
    laneReady: (lane) => {
      notifier.notify(lineOf(lane));
      notifier.hurry();
    },
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
