import { RUN_FINISHED } from '#server/engine/run-finished.ts';
import { isOpenRun } from '#server/engine/state.ts';
import type { SignalKey } from '#server/store/signals.ts';
import type { LoadedRun } from './loaded-run.ts';

/** The signal that was written with a child's end, for whoever waits for it; none for other runs. */
export const endedChildOf = ({ row, state }: LoadedRun): readonly SignalKey[] =>
  row.parentRunId === null || isOpenRun(state.status)
    ? []
    : [{ orgId: row.orgId, name: RUN_FINISHED, correlationKey: row.id }];
