import type { Tx } from '#server/platform/db.ts';

/** Runs that are older than they may be, the oldest limit first; by `runs_age`. */
export const findAgedRuns = async (tx: Tx, limit: number): Promise<readonly string[]> => {
  const { rows } = await tx.query<{ id: string }>(
    `select id from runs
      where finished_at is null and cancel_requested_at is null and held_at is null
        and expires_at <= (select engine_now())
      order by expires_at limit $1`,
    [limit],
  );
  return rows.map((row) => row.id);
};
