import type { Tx } from '#server/platform/db.ts';
import { loadRunsForUpdate, readRuns, type RunRow } from '#server/store/load-runs.ts';
import type { RuntimeDeps } from './deps.ts';
import { loadedRunOf, type LoadedRun } from './loaded-run.ts';
import { versionId } from './plan-cache.ts';

const withPlans = async (
  deps: RuntimeDeps,
  tx: Tx,
  rows: readonly RunRow[],
): Promise<ReadonlyMap<string, LoadedRun>> => {
  const plans = await deps.plans.get(tx, rows);
  const runs = new Map<string, LoadedRun>();
  for (const row of rows) {
    const plan = plans.get(versionId(row));
    if (plan === undefined) throw new Error(`Run ${row.id} has no version ${versionId(row)}.`);
    runs.set(row.id, loadedRunOf(row, plan));
  }
  return runs;
};

/**
 * The runs as they are now, for work outside a transaction. One whose version cannot be read is
 * left out: it must not take down those that happen to be read with it.
 */
export const readLoadedRuns = async (
  deps: RuntimeDeps,
  tx: Tx,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, LoadedRun>> => {
  const rows = await readRuns(tx, runIds);
  try {
    return await withPlans(deps, tx, rows);
  } catch (error) {
    if (rows.length <= 1) throw error;
  }
  const runs = new Map<string, LoadedRun>();
  for (const row of rows) {
    try {
      for (const [id, run] of await withPlans(deps, tx, [row])) runs.set(id, run);
    } catch (error) {
      deps.log.error({ err: error, runId: row.id }, 'a run cannot be read');
    }
  }
  return runs;
};

/** The runs locked, until the transaction ends. */
export const lockLoadedRuns = async (
  deps: RuntimeDeps,
  tx: Tx,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, LoadedRun>> =>
  withPlans(deps, tx, await loadRunsForUpdate(tx, runIds));
