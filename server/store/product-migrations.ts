/** Migrations as pages and programs see them. */
import type { MigrationRefusal, StepMatch, StepRule } from '#server/engine/migration-order.ts';
import type { Tx } from '#server/platform/db.ts';
import { actorName } from './actor-name.ts';

export interface MigrationRow {
  readonly id: string;
  readonly automationId: string;
  readonly automationName: string;
  readonly from: number;
  readonly to: number;
  readonly status: 'collecting' | 'moving' | 'done' | 'cancelled';
  readonly mapping: StepMatch[];
  readonly rules: StepRule[];
  readonly total: number;
  readonly moved: number;
  readonly cancelled: number;
  readonly left: number;
  readonly refused: number;
  readonly startedBy: string;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly cancelledBy: string | null;
}

const COLUMNS = `
  m.id, m.automation_id as "automationId", a.name as "automationName", m.from_version as "from",
  m.to_version as "to", m.status, m.mapping, m.rules, m.total, m.moved, m.cancelled,
  m.left_behind as "left", m.refused, ${actorName('m.created_by')} as "startedBy",
  m.created_at as "startedAt", m.finished_at as "finishedAt",
  ${actorName('m.cancelled_by')} as "cancelledBy"`;

/** Null when the workspace has no such migration. */
export const findMigration = async (
  tx: Tx,
  orgId: string,
  id: string,
): Promise<MigrationRow | null> => {
  const { rows } = await tx.query<MigrationRow>(
    `select ${COLUMNS} from migrations m join automations a on a.id = m.automation_id
      where m.id = $2 and m.org_id = $1`,
    [orgId, id],
  );
  return rows[0] ?? null;
};

/** Newest first; by `migrations_by_automation`. */
export const listMigrations = async (
  tx: Tx,
  of: { readonly automationId: string; readonly before: string | null; readonly limit: number },
): Promise<MigrationRow[]> => {
  const { rows } = await tx.query<MigrationRow>(
    `select ${COLUMNS} from migrations m join automations a on a.id = m.automation_id
      where m.automation_id = $1 and ($2::text is null or m.id < $2)
      order by m.id desc limit $3`,
    [of.automationId, of.before, of.limit],
  );
  return rows;
};

export interface MigrationRunRow {
  readonly runId: string;
  readonly contact: string | null;
  readonly status: 'pending' | 'moved' | 'cancelled' | 'left' | 'refused';
  readonly code: MigrationRefusal | null;
  readonly reason: string | null;
  readonly at: Date | null;
}

export interface ListMigrationRuns {
  readonly migrationId: string;
  readonly status: MigrationRunRow['status'] | null;
  /** Id of the last run of the page before. */
  readonly after: string | null;
  readonly limit: number;
}

/** By the primary key or, for one status, by `migration_runs_by_status`; people by theirs. */
export const listMigrationRuns = async (
  tx: Tx,
  of: ListMigrationRuns,
): Promise<MigrationRunRow[]> => {
  const { rows } = await tx.query<MigrationRunRow>(
    `with page as materialized (
       select run_id, status, code, reason, at from migration_runs
        where migration_id = $1 and run_id > coalesce($3, '')
          ${of.status === null ? '' : 'and status = $2'}
          ${of.status === null ? 'and $2::text is null' : ''}
        order by run_id limit $4)
     select p.run_id as "runId", coalesce(c.name, c.email) as contact, p.status, p.code, p.reason,
            p.at
       from page p join runs r on r.id = p.run_id left join contacts c on c.id = r.contact_id
      order by p.run_id`,
    [of.migrationId, of.status, of.after, of.limit],
  );
  return rows;
};
