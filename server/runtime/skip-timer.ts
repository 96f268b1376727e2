import type { RuntimeDeps } from './deps.ts';

export interface SkipTimer {
  readonly orgId: string;
  readonly runId: string;
  readonly timerId: string;
  readonly actor: string;
}

/**
 * Fires a wait, or a retry, ahead of its time; the run's log names who did it.
 * Throws AppError: `not_found`, `conflict` (a deadline or budget, which nobody may skip),
 * `gone` (already fired or cancelled).
 */
export const skipTimer = async (_deps: RuntimeDeps, _skip: SkipTimer): Promise<void> => {
  throw new Error('Being written.');
};
