import type { Tx } from '#server/platform/db.ts';

/** The engine's time, by the database. */
export const readEngineNow = async (tx: Tx): Promise<Date> => {
  const { rows } = await tx.query<{ now: Date }>('select engine_now() as now');
  const now = rows[0]?.now;
  if (now === undefined) throw new Error('engine_now() answered nothing.');
  return now;
};
