import type { Tx } from '#server/platform/db.ts';

/** One that works is tried once an hour, one that does not every five minutes. */
const EVERY_WELL = `interval '1 hour'`;
const EVERY_UNWELL = `interval '5 minutes'`;

/**
 * Connections whose turn it is to be tried, longest untried first, marked as tried: whoever dies now
 * leaves them to their next turn. There are few connections, so that no index is needed.
 */
export const takeConnectionsToProbe = async (
  tx: Tx,
  kinds: readonly string[],
  limit: number,
): Promise<readonly string[]> => {
  const { rows } = await tx.query<{ id: string }>(
    `with due as materialized (
       select id from connections
        where kind = any ($1::text[]) and credentials is not null
          and greatest(probed_at, health_at) < now() - case health when 'ok' then ${EVERY_WELL} else ${EVERY_UNWELL} end
        order by probed_at limit $2
          for update skip locked)
     update connections c set probed_at = now() from due where c.id = due.id
     returning c.id`,
    [kinds, limit],
  );
  return rows.map(({ id }) => id);
};
