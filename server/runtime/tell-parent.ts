import { RUN_FINISHED } from '#server/engine/run-finished.ts';
import { isOpenRun } from '#server/engine/state.ts';
import type { RuntimeDeps } from './deps.ts';
import type { LoadedRun } from './loaded-run.ts';
import { matchSignals } from './match-signals.ts';

/**
 * A child has ended: the parent that waits for it goes on now. The signal was written with the
 * child's end; whatever ends it elsewhere leaves this to the signal sweep.
 */
export const tellParent = async (deps: RuntimeDeps, { row, state }: LoadedRun): Promise<void> => {
  if (row.parentRunId === null || isOpenRun(state.status)) return;
  await matchSignals(deps, { orgId: row.orgId, name: RUN_FINISHED, correlationKey: row.id });
};
