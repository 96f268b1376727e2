import type { Tx } from '#server/platform/db.ts';

interface Database {
  readonly sql: Tx;
}

/**
 * Moves the engine's clock of this database forward: `advanceTime(db, '3 days')`. Everything that
 * asks `engine_now()` sees it from its next statement on.
 */
export const advanceTime = async (db: Database, interval: string): Promise<void> => {
  const { rowCount } = await db.sql.query(
    `update engine_clock
        set offset_us = offset_us + (extract(epoch from $1::interval) * 1000000)::bigint`,
    [interval],
  );
  if (rowCount !== 1) throw new Error('engine_clock has no row.');
};

/** Sets the engine's clock to an instant, from which it ticks on. */
export const setTime = async (db: Database, instant: Date | string): Promise<void> => {
  await db.sql.query(
    `update engine_clock
        set offset_us = (extract(epoch from $1::timestamptz - clock_timestamp()) * 1000000)::bigint`,
    [instant],
  );
};

export const engineNow = async (db: Database): Promise<Date> => {
  const { rows } = await db.sql.query<{ now: Date }>('select engine_now() as now');
  const now = rows[0]?.now;
  if (now === undefined) throw new Error('engine_now() answered nothing.');
  return now;
};
