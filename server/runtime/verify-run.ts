import type { RuntimeDeps } from './deps.ts';

export interface RunVerification {
  readonly runId: string;
  /** Whether folding the log gives exactly the rows. */
  readonly equal: boolean;
  /** One line per difference: which field, what the log says, what the rows say. */
  readonly differences: readonly string[];
}

/** Throws AppError `not_found`. */
export const verifyRun = async (_deps: Pick<RuntimeDeps, 'pool'>, _runId: string): Promise<RunVerification> => {
  throw new Error('Being written.');
};
