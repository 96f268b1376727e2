/** The runs of a migration, and what became of each. */
import type { Tx } from '#server/platform/db.ts';

/**
 * Finds the next runs on the old version, in the order of their ids, and lists them as pending. One
 * that starts meanwhile on an id behind the page's is found by a later page or, as one whose commit
 * came late, by the next migration. By `runs_open_by_version`: 14 ms for a thousand, beside half a million
 * open runs of other versions.
 */
export const collectRuns = async (
  tx: Tx,
  of: {
    readonly migrationId: string;
    readonly orgId: string;
    readonly automationId: string;
    readonly version: number;
    readonly after: string;
  },
  limit: number,
): Promise<{ readonly runs: number; readonly last: string | null }> => {
  const { rows } = await tx.query<{ runs: number; last: string | null }>(
    `with page as materialized (
       select id from runs
        where automation_id = $3 and version = $4 and finished_at is null and id > $5
        order by id limit $6),
     listed as (
       insert into migration_runs (migration_id, run_id, org_id)
       select $1, id, $2 from page on conflict do nothing)
     select count(*)::int as runs, max(id) as last from page`,
    [of.migrationId, of.orgId, of.automationId, of.version, of.after, limit],
  );
  return rows[0] ?? { runs: 0, last: null };
};

export interface PendingRun {
  readonly runId: string;
  readonly tries: number;
}

/**
 * What is to be looked at now; nothing once the migration was cancelled or taken over. By
 * `migration_runs_pending`.
 */
export const findPendingRuns = async (
  tx: Tx,
  held: { readonly id: string; readonly token: number },
  limit: number,
): Promise<readonly PendingRun[]> => {
  const { rows } = await tx.query<PendingRun>(
    `select r.run_id as "runId", r.tries
       from migrations m join migration_runs r on r.migration_id = m.id
      where m.id = $1 and m.token = $2 and m.status = 'moving'
        and r.status = 'pending' and r.look_at <= engine_now()
      order by r.look_at, r.run_id limit $3`,
    [held.id, held.token, limit],
  );
  return rows;
};

export interface RunResult {
  readonly runId: string;
  /** `pending`: it is asked again after so many seconds. */
  readonly status: 'pending' | 'moved' | 'cancelled' | 'left' | 'refused';
  readonly code: string | null;
  readonly reason: string | null;
  readonly againInSeconds: number;
}

/**
 * Writes results over what is still pending, in the order of the runs' ids. Answers the states that
 * were written: a result that stood before, after a COMMIT whose answer was lost, is not counted
 * again.
 */
export const writeRunResults = async (
  tx: Tx,
  migrationId: string,
  results: readonly RunResult[],
): Promise<readonly RunResult['status'][]> => {
  if (results.length === 0) return [];
  const { rows } = await tx.query<{ status: RunResult['status'] }>(
    `with u as materialized (
       select * from json_to_recordset($2::json) as u (
         "runId" text, status text, code text, reason text, "againInSeconds" double precision)),
     held as materialized (
       select m.run_id from migration_runs m join u on u."runId" = m.run_id
        where m.migration_id = $1 and m.status = 'pending'
        order by m.run_id for update of m)
     update migration_runs m
        set status = u.status, code = u.code, reason = u.reason,
            tries = m.tries + case when u.status = 'pending' then 1 else 0 end,
            look_at = engine_now() + make_interval(secs => u."againInSeconds"),
            at = case when u.status <> 'pending' then engine_now() end
       from held join u on u."runId" = held.run_id
      where m.migration_id = $1 and m.run_id = held.run_id
     returning m.status`,
    [migrationId, JSON.stringify(results)],
  );
  return rows.map((row) => row.status);
};
