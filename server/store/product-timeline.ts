/** A run's log, as its page and the API read it. */
import type { Tx } from '#server/platform/db.ts';

export interface TimelineRow {
  readonly seq: number;
  readonly at: Date;
  readonly type: string;
  readonly stepId: string | null;
  readonly iteration: number | null;
  readonly attempt: number | null;
  readonly actor: string;
  readonly data: Record<string, unknown>;
}

export interface ReadTimeline {
  readonly orgId: string;
  readonly runId: string;
  readonly afterSeq: number;
  readonly limit: number;
}

/**
 * In order, after `afterSeq`. By `run_log`'s primary key, from the packed row that holds the first
 * entry, and no further than would be enough if each row held one: a page of a log costs the same
 * wherever in it, however long it is.
 */
export const listTimeline = async (tx: Tx, asked: ReadTimeline): Promise<TimelineRow[]> => {
  const { rows } = await tx.query<TimelineRow>(
    `select seq, at, type, step_id as "stepId", iteration, attempt, actor, data
       from transitions
      where run_id = $1 and org_id = $2 and seq > $3
        and first_seq >= coalesce((
          select max(seq) from run_log where run_id = $1 and seq <= $3::int + 1), 0)
        and first_seq <= coalesce((
          select max(seq) from (
            select seq from run_log where run_id = $1 and seq > $3 order by seq limit $4) ahead), $3)
      order by seq limit $4`,
    [asked.runId, asked.orgId, asked.afterSeq, asked.limit],
  );
  return rows;
};

/** The run's last transition number; null when there is no such run in the workspace. */
export const readRunSeq = async (tx: Tx, orgId: string, runId: string): Promise<number | null> => {
  const { rows } = await tx.query<{ seq: number }>(
    'select seq from runs where id = $1 and org_id = $2',
    [runId, orgId],
  );
  return rows[0]?.seq ?? null;
};

/** The same for somebody who reads along: null also once they are a member no more. */
export const readRunSeqFor = async (
  tx: Tx,
  asked: { readonly orgId: string; readonly runId: string; readonly userId: string },
): Promise<number | null> => {
  const { rows } = await tx.query<{ seq: number }>(
    `select r.seq from runs r join members m on m.organization_id = r.org_id
      where r.id = $1 and r.org_id = $2 and m.user_id = $3`,
    [asked.runId, asked.orgId, asked.userId],
  );
  return rows[0]?.seq ?? null;
};

/** Names of people and keys, by the ids that logs and approvals carry. */
export const readNames = async (
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await tx.query<{ id: string; name: string }>(
    `select id, name from users where id = any ($1::text[])
      union all select id, name from api_keys where id = any ($1::text[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row.name]));
};
