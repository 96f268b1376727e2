import type { RunStatus } from '#server/engine/state.ts';
import type { RuntimeDeps } from './deps.ts';

export interface CancelRun {
  readonly orgId: string;
  readonly runId: string;
  readonly actor: string;
  readonly reason: string | null;
}

export interface CancelledRun {
  /** `cancelled` at once for a waiting run, `stopping` while something is still in flight. */
  readonly status: RunStatus;
  /** False when the run had finished or was asked to stop before. */
  readonly changed: boolean;
}

/** Throws AppError `not_found`. */
export const cancelRun = async (_deps: RuntimeDeps, _cancel: CancelRun): Promise<CancelledRun> => {
  throw new Error('Being written.');
};
