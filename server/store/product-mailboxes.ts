/** Which workspace an incoming email belongs to. */
import type { Tx } from '#server/platform/db.ts';

/**
 * By the mailbox that it came to, else by a wait for an answer to that message, else the only
 * workspace there is. Null when none fits, or several.
 */
export const findMailOrg = async (
  tx: Tx,
  recipients: readonly string[],
  inReplyTo: string | null,
): Promise<string | null> => {
  const { rows } = await tx.query<{ orgId: string; rank: number }>(
    `select c.org_id as "orgId", 1 as rank from connections c
      where c.kind = 'smtp' and exists (
        select 1 from unnest($1::text[]) r (address)
         where lower(c.settings ->> 'from') = r.address
            or position('<' || r.address || '>' in lower(c.settings ->> 'from')) > 0)
     union
     select o.id, 2 from organisations o
      where exists (select 1 from subscriptions s
                     where s.org_id = o.id and s.signal = 'email.reply' and s.correlation_key = $2
                       and s.closed_at is null)
     union
     select max(o.id), 3 from organisations o having count(*) = 1
     order by 2 limit 1000`,
    [recipients, inReplyTo],
  );
  const best = rows.filter((row) => row.rank === rows[0]?.rank);
  return best.length === 1 ? (best[0]?.orgId ?? null) : null;
};

/** Whether an address is one that the workspace itself sends from. */
export const isOwnMailbox = async (tx: Tx, orgId: string, address: string): Promise<boolean> => {
  const { rows } = await tx.query(
    `select 1 from connections c
      where c.org_id = $1 and c.kind = 'smtp'
        and (lower(c.settings ->> 'from') = $2
             or position('<' || $2 || '>' in lower(c.settings ->> 'from')) > 0)
      limit 1`,
    [orgId, address],
  );
  return rows.length > 0;
};

/** Addresses that a mail server called permanently undeliverable. */
export const suppressBounced = async (
  tx: Tx,
  orgId: string,
  addresses: readonly string[],
): Promise<void> => {
  await tx.query(
    `insert into suppressions (org_id, address, reason)
     select $1, lower(c.email), 'bounce' from contacts c
      where c.org_id = $1 and c.email = any ($2::text[])
     on conflict (org_id, address) do nothing`,
    [orgId, addresses],
  );
};
