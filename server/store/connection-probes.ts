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

/** Refused again within this time of a probe's good word: the probe does not see what calls do. */
const RELAPSE = `interval '1 hour'`;

/**
 * A probe found that a refused connection works again: whatever stands still for it may go on. Not
 * where the connection has changed since it was read, and not where calls were refused soon after
 * the last time: that would resume and park the same steps for ever. Then a person reconnects.
 */
export const healConnection = async (tx: Tx, id: string, revision: string): Promise<void> => {
  await tx.query(
    `update connections
        set health = 'ok', health_message = null, health_at = now(), healed_at = now(),
            breaker = 'closed', breaker_until = null, breaker_failures = 0, updated_at = now()
      where id = $1 and health = 'unauthorised' and extract(epoch from updated_at)::text = $2
        and (healed_at is null or health_at > healed_at + ${RELAPSE})`,
    [id, revision],
  );
};
