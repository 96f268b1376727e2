import { fold } from '#server/engine/evolve.ts';
import { checkNumbers, compareFold } from '#server/engine/verify-run.ts';
import { withTransaction } from '#server/platform/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { readRuns } from '#server/store/load-runs.ts';
import { readTransitions } from '#server/store/transitions.ts';
import type { RuntimeDeps } from './deps.ts';
import { rowsOf } from './loaded-run.ts';

export interface RunVerification {
  readonly runId: string;
  /** Whether folding the log, which is numbered without a gap, gives exactly the rows. */
  readonly equal: boolean;
  /** One line per difference: which field, what the log says, what the rows say. */
  readonly differences: readonly string[];
}

/** Recomputes a run from its log and compares. Throws AppError `not_found`. */
export const verifyRun = async (
  deps: Pick<RuntimeDeps, 'pool'>,
  runId: string,
): Promise<RunVerification> => {
  const { row, transitions } = await withTransaction(
    deps.pool,
    async (tx) => ({
      row: (await readRuns(tx, [runId]))[0],
      transitions: await readTransitions(tx, runId),
    }),
    { isolation: 'repeatable read', mode: 'read only' },
  );
  if (row === undefined) throw new AppError('not_found', 'There is no such run.');
  const misnumbered = checkNumbers(transitions).map(
    ({ place, seq }) => `log: entry ${place} has the number ${seq}`,
  );
  const different = compareFold(fold(transitions), rowsOf(row)).map(
    ({ at, folded, stored }) =>
      `${at}: the log says ${JSON.stringify(folded)}, the rows say ${JSON.stringify(stored)}`,
  );
  const differences = [...misnumbered, ...different];
  return { runId, equal: differences.length === 0, differences };
};
