import type { Service } from '#server/platform/lifecycle.ts';
import { createNotifier } from '#server/platform/listen.ts';
import type { RuntimeDeps } from './deps.ts';

/** The channel on which screens hear of changed runs; the payload is their ids, or empty. */
export const RUNS_CHANNEL = 'holdfast_runs';

/** Tells the screens, at most every 50 ms, which runs this process has changed. */
export const createRunNotices = (deps: RuntimeDeps): Service => {
  const notifier = createNotifier(deps.pool, RUNS_CHANNEL);
  let unlisten: () => void = () => undefined;
  return {
    name: 'run notices',
    start: async () => {
      unlisten = deps.hints.listen({
        runsChanged: (ids) => {
          for (const id of ids) notifier.notify(id);
        },
      });
    },
    stop: async () => {
      unlisten();
      await notifier.stop();
    },
  };
};
