import { readOrder, type ReadOrder } from '#server/engine/migration-order.ts';
import type { Plan } from '#server/engine/plan.ts';
import { planMigration, type MigrationVerdict } from '#server/engine/plan-migration.ts';
import type { Tx } from '#server/platform/db.ts';
import { readMigrationFacts } from '#server/store/migration-facts.ts';
import type { KnownMigration } from '#server/store/migrations.ts';
import type { RuntimeDeps } from './deps.ts';
import { envOf, type LoadedRun } from './loaded-run.ts';
import { versionId } from './plan-cache.ts';

/** An order with the plans of both versions. */
export interface Judge {
  /** Null while nothing has been started. */
  readonly migrationId: string | null;
  readonly order: ReadOrder;
  readonly from: Plan;
  readonly to: Plan;
}

/** Throws where a version cannot be read: both are immutable, and the order names them by key. */
export const judgeOf = async (
  deps: Pick<RuntimeDeps, 'plans'>,
  tx: Tx,
  migration: Omit<KnownMigration, 'id'> & { readonly id: string | null },
): Promise<Judge> => {
  const { automationId, from, to, mapping, rules } = migration;
  const keys = [
    { automationId, version: from },
    { automationId, version: to },
  ] as const;
  const plans = await deps.plans.get(tx, keys);
  const [old, next] = keys.map((key) => plans.get(versionId(key)));
  if (old === undefined || next === undefined) {
    throw new Error(`Automation ${automationId} has no versions ${from} and ${to}.`);
  }
  const order = readOrder({ from, to, mapping: [...mapping], rules: [...rules] });
  return { migrationId: migration.id, order, from: old, to: next };
};

/** What the order does to the run as it is now; to be asked under its lock where it is then done. */
export const judgeRun = async (
  deps: RuntimeDeps,
  tx: Tx,
  judge: Judge,
  run: LoadedRun,
  actor: string,
): Promise<MigrationVerdict> =>
  planMigration({
    ...judge,
    state: run.state,
    facts: await readMigrationFacts(tx, run.row.id),
    env: envOf(deps, run, actor),
  });
