import type { Tx } from '#server/platform/db.ts';

/**
 * A lease says: until then, by the database's clock, this owner does the job. Held by renewing;
 * another takes over when it has lapsed. It saves work and nothing more: every job stays right
 * when two do it at once.
 */
export const takeLease = async (
  tx: Tx,
  name: string,
  owner: string,
  seconds: number,
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `insert into leases as l (name, owner, lease_until)
     values ($1, $2, clock_timestamp() + make_interval(secs => $3))
     on conflict (name) do update
        set owner = excluded.owner, lease_until = excluded.lease_until,
            token = l.token + case when l.owner = excluded.owner then 0 else 1 end
      where l.owner = excluded.owner or l.lease_until < clock_timestamp()`,
    [name, owner, seconds],
  );
  return rowCount === 1;
};

/** A worker that stops leaves its jobs to the others at once. */
export const releaseLeases = async (tx: Tx, owner: string): Promise<void> => {
  await tx.query('update leases set lease_until = clock_timestamp() where owner = $1', [owner]);
};
