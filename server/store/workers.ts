import type { Tx } from '#server/platform/db.ts';

/** Notes that a worker is alive, for the health page. */
export const noteWorker = async (tx: Tx, id: string, role: string): Promise<void> => {
  await tx.query(
    `insert into workers (id, role) values ($1, $2)
     on conflict (id) do update set seen_at = now()`,
    [id, role],
  );
};

export const forgetWorker = async (tx: Tx, id: string): Promise<void> => {
  await tx.query(`delete from workers where id = $1 or seen_at < now() - interval '1 day'`, [id]);
};
