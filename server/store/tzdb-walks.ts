/**
 * tzdb_walks: how far the open timers were compared with a version of the tz database. One row per
 * version; the newest is the one that is walked. The cursor follows `timers_due (org_id, due_at, id)`.
 */
import type { OpenTimer } from '#server/engine/event.ts';
import type { Tx } from '#server/platform/db.ts';

/** A finished walk is walked again, for timers that a process with the older version still set. */
const AGAIN = '1 day';

export interface TzdbCursor {
  readonly org: string;
  /** As text, to the microsecond. */
  readonly due: string;
  readonly id: string;
}

/** Where the walk for this version stands; null when it is done, or a newer version is known. */
export const readTzdbCursor = async (tx: Tx, tzdb: string): Promise<TzdbCursor | null> => {
  await tx.query('insert into tzdb_walks (tzdb) values ($1) on conflict do nothing', [tzdb]);
  await tx.query(
    `update tzdb_walks set after_org = '', after_due = '-infinity', after_id = '', finished_at = null
      where tzdb = $1 and finished_at < clock_timestamp() - $2::interval`,
    [tzdb, AGAIN],
  );
  const { rows } = await tx.query<TzdbCursor>(
    `select after_org as org, after_due::text as due, after_id as id from tzdb_walks
      where tzdb = $1 and finished_at is null
        and not exists (select 1 from tzdb_walks newer where newer.tzdb > $1)`,
    [tzdb],
  );
  return rows[0] ?? null;
};

export interface WalkedTimer extends OpenTimer {
  readonly runId: string;
  readonly tzdb: string;
  readonly cursor: TzdbCursor;
}

export const readTimerPage = async (
  tx: Tx,
  after: TzdbCursor,
  limit: number,
): Promise<readonly WalkedTimer[]> => {
  const { rows } = await tx.query<WalkedTimer>(
    `select id as "timerId", run_id as "runId", rule, zone, spread_seconds as "spreadSeconds", tzdb,
            floor(extract(epoch from due_at) * 1000)::float8 as "dueAt",
            json_build_object('org', org_id, 'due', due_at::text, 'id', id) as cursor
       from timers
      where fired_at is null and cancelled_at is null and not held
        and (org_id, due_at, id) > ($1, $2::timestamptz, $3)
      order by org_id, due_at, id limit $4`,
    [after.org, after.due, after.id, limit],
  );
  return rows;
};

/** These stand where the version says, too. The column is in no index: heap-only updates. */
export const stampTzdb = async (tx: Tx, tzdb: string, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  await tx.query(
    `update timers set tzdb = $1
      where id = any ($2::text[]) and fired_at is null and cancelled_at is null`,
    [tzdb, ids],
  );
};

/** Null: the walk has come to its end. */
export const moveTzdbCursor = async (
  tx: Tx,
  tzdb: string,
  to: TzdbCursor | null,
): Promise<void> => {
  if (to === null) {
    await tx.query('update tzdb_walks set finished_at = clock_timestamp() where tzdb = $1', [tzdb]);
    return;
  }
  await tx.query(
    `update tzdb_walks set after_org = $2, after_due = $3::timestamptz, after_id = $4
      where tzdb = $1`,
    [tzdb, to.org, to.due, to.id],
  );
};
