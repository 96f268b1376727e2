/**
 * Tells screens that a run's log grew. One LISTEN per process feeds all of them; a notification is
 * a hint that names runs, or none, which means "look". Screens also look at every keep-alive, so a
 * lost hint costs some seconds and nothing else.
 */
import type { AppServices } from '#server/api/app-services.ts';
import { listen } from '#server/platform/listen.ts';
import { RUNS_CHANNEL } from '#server/runtime/run-notices.ts';

export interface RunFeed {
  /** Calls back when the run may have changed; returns the function that ends it. */
  subscribe(runId: string, onChange: () => void): () => void;
  stop(): Promise<void>;
}

export const createRunFeed = (services: Pick<AppServices, 'connectionString'>): RunFeed => {
  const listeners = new Map<string, Set<() => void>>();
  const tell = (runId: string): void => {
    for (const onChange of listeners.get(runId) ?? []) onChange();
  };
  const tellAll = (): void => {
    for (const runId of listeners.keys()) tell(runId);
  };
  const listener = listen({
    connectionString: services.connectionString,
    channels: [RUNS_CHANNEL],
    onNotify: (_channel, payload) => {
      if (payload === '') tellAll();
      else for (const runId of payload.split('\n')) tell(runId);
    },
    onReconnect: tellAll,
  });
  // What was announced before the first LISTEN stood was heard by nobody.
  void listener.ready.then(tellAll);
  return {
    subscribe: (runId, onChange) => {
      const own = listeners.get(runId) ?? new Set();
      own.add(onChange);
      listeners.set(runId, own);
      return () => {
        own.delete(onChange);
        if (own.size === 0) listeners.delete(runId);
      };
    },
    stop: async () => listener.stop(),
  };
};
