import type { Lane } from '#server/engine/state.ts';

/**
 * What a process tells itself right after a commit, so that nothing has to wait for a poll. A lost
 * hint costs time and nothing else: every listener also polls.
 */
export interface Hints {
  /** Runs whose log grew; listeners debounce this into one NOTIFY for the screens. */
  runsChanged(runIds: readonly string[]): void;
  /** Steps became ready in these lanes. */
  lanesReady(lanes: Iterable<Lane>): void;
  /** Outbox rows were written. */
  outboxWritten(): void;
  /** Returns the function that ends the listening. */
  listen(listener: HintListener): () => void;
}

export interface HintListener {
  readonly runsChanged?: (runIds: readonly string[]) => void;
  readonly laneReady?: (lane: Lane) => void;
  readonly outboxWritten?: () => void;
}

export const createHints = (): Hints => {
  const listeners = new Set<HintListener>();
  return {
    runsChanged: (runIds) => {
      for (const listener of listeners) listener.runsChanged?.(runIds);
    },
    lanesReady: (lanes) => {
      for (const lane of lanes) for (const listener of listeners) listener.laneReady?.(lane);
    },
    outboxWritten: () => {
      for (const listener of listeners) listener.outboxWritten?.();
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
