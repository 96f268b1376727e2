import type { Pool } from '#server/platform/db.ts';

export interface Written {
  readonly walBytes: number;
  /** Transactions that wrote rows: each waits for the disk once. A mere NOTIFY does not. */
  readonly commits: number;
}

/** Counts what the whole server writes while `work` runs, from its log. */
export const metered = async <T>(
  pool: Pool,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly written: Written }> => {
  const before = await position(pool);
  const result = await work();
  const { rows } = await pool.query<{ bytes: number; commits: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), $1::pg_lsn)::float8 as bytes,
            (select count(distinct xid::text)::int
               from pg_get_wal_records_info($1::pg_lsn, pg_current_wal_flush_lsn())
              where xid::text <> '0' and resource_manager not in ('Transaction', 'Standby')) as commits`,
    [before],
  );
  const [row] = rows;
  return { result, written: { walBytes: row?.bytes ?? 0, commits: row?.commits ?? 0 } };
};

const position = async (pool: Pool): Promise<string> => {
  const { rows } = await pool.query<{ lsn: string }>('select pg_current_wal_flush_lsn() as lsn');
  return rows[0]?.lsn ?? '0/0';
};

/** The value below which the given share lies; nearest rank. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
};
