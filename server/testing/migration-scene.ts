/** Automations with a second version, and migrations that are carried out here and now. */
import { documentSchema } from '#server/engine/document.ts';
import { digestJson } from '#server/engine/keys.ts';
import type { StepMatch, StepRule } from '#server/engine/migration-order.ts';
import { proposeMapping } from '#server/engine/propose-mapping.ts';
import { newId } from '#server/platform/ids.ts';
import type { RuntimeDeps } from '#server/runtime/deps.ts';
import { readOrderedVersions } from '#server/runtime/find-order.ts';
import { startMigration } from '#server/runtime/start-migration.ts';
import { workMigrations } from '#server/runtime/work-migrations.ts';
import { insertVersion } from '#server/store/product-drafts.ts';
import type { Scenario } from './scenario.ts';
import type { TestDatabase } from './test-database.ts';

export interface Result {
  readonly runId: string;
  readonly status: string;
  readonly code: string | null;
  readonly reason: string | null;
}

export interface Ordered {
  readonly from?: number;
  readonly to?: number;
  readonly mapping?: readonly StepMatch[];
  readonly rules?: readonly StepRule[];
  readonly key?: string;
}

export interface MigrationScene {
  /** The document as the automation's next version. */
  publishNext(automationId: string, source: unknown): Promise<number>;
  /** Starts a migration, of version 1 to 2 and mapped by step id unless told otherwise. */
  order(automationId: string, ordered?: Ordered): Promise<string>;
  /** Works on migrations, as a worker does, until there is nothing to do at this moment. */
  work(deps?: RuntimeDeps): Promise<void>;
  /** Both, and the results of the runs by their ids. */
  migrate(automationId: string, ordered?: Ordered): Promise<ReadonlyMap<string, Result>>;
  results(migrationId: string): Promise<ReadonlyMap<string, Result>>;
  version(runId: string): Promise<number>;
  state(migrationId: string): Promise<Readonly<Record<string, unknown>>>;
}

const publishNext = async (
  db: TestDatabase,
  orgId: string,
  automationId: string,
  source: unknown,
): Promise<number> => {
  const document = documentSchema.parse(source);
  return insertVersion(db.sql, {
    automationId,
    orgId,
    document,
    digest: digestJson(document),
    note: '',
    by: 'test',
    stepIds: document.steps.map((step) => step.id),
  });
};

const readResults = async (
  db: TestDatabase,
  migrationId: string,
): Promise<ReadonlyMap<string, Result>> => {
  const { rows } = await db.sql.query<Result>(
    `select run_id as "runId", status, code, reason from migration_runs
      where migration_id = $1 order by run_id`,
    [migrationId],
  );
  return new Map(rows.map((row) => [row.runId, row]));
};

const readVersion = async (db: TestDatabase, runId: string): Promise<number> => {
  const { rows } = await db.sql.query<{ version: number }>(
    'select version from runs where id = $1',
    [runId],
  );
  return rows[0]?.version ?? 0;
};

const readState = async (
  db: TestDatabase,
  migrationId: string,
): Promise<Readonly<Record<string, unknown>>> => {
  const { rows } = await db.sql.query<Record<string, unknown>>(
    `select status, total, moved, cancelled, left_behind as "left", refused
       from migrations where id = $1`,
    [migrationId],
  );
  return rows[0] ?? {};
};

export const migrationScene = (db: TestDatabase, s: Scenario): MigrationScene => {
  const order = async (automationId: string, ordered: Ordered = {}): Promise<string> => {
    const { from = 1, to = 2, rules = [], key = newId('key') } = ordered;
    const versions = await readOrderedVersions(db.sql, automationId, { from, to });
    const mapping = ordered.mapping ?? proposeMapping(versions.from, versions.to);
    const { id } = await startMigration(s.deps(), {
      orgId: s.orgId,
      automationId,
      order: { from, to, mapping: [...mapping], rules: [...rules] },
      key,
      actor: 'user:sam',
    });
    return id;
  };
  const work = async (deps = s.deps()): Promise<void> => {
    while (await workMigrations(deps, 'here'));
  };
  return {
    publishNext: async (automationId, source) => publishNext(db, s.orgId, automationId, source),
    order,
    work,
    migrate: async (automationId, ordered) => {
      const id = await order(automationId, ordered);
      await work();
      return readResults(db, id);
    },
    results: async (migrationId) => readResults(db, migrationId),
    version: async (runId) => readVersion(db, runId),
    state: async (migrationId) => readState(db, migrationId),
  };
};
