import type { Tx } from '#server/platform/db.ts';
import type { ContactRow } from './load-runs.ts';

export interface ContactToUpsert {
  readonly id: string;
  readonly orgId: string;
  /** Lower case: `A@x.org` and `a@x.org` are one address. */
  readonly email: string | null;
  readonly externalId: string | null;
  readonly name: string | null;
  readonly timezone: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Finds by address, else by external id, else inserts. What the caller leaves out stays. */
export const upsertContact = async (tx: Tx, contact: ContactToUpsert): Promise<string> => {
  const target =
    contact.email !== null
      ? '(org_id, email) where email is not null'
      : '(org_id, external_id) where external_id is not null';
  const { rows } = await tx.query<{ id: string }>(
    `insert into contacts as c (id, org_id, email, external_id, name, timezone, attributes)
     values ($1, $2, $3, case when $3::text is not null and exists (
               select 1 from contacts o where o.org_id = $2 and o.external_id = $4
                  and o.email is distinct from $3) then null else $4 end, $5, $6, $7)
     on conflict ${target} do update
        set name = coalesce(excluded.name, c.name),
            timezone = coalesce(excluded.timezone, c.timezone),
            external_id = coalesce(c.external_id, excluded.external_id),
            attributes = c.attributes || excluded.attributes, updated_at = now()
     returning c.id`,
    [
      contact.id,
      contact.orgId,
      contact.email,
      contact.externalId,
      contact.name,
      contact.timezone,
      JSON.stringify(contact.attributes),
    ],
  );
  const found = rows[0];
  if (found === undefined) throw new Error('A contact was neither found nor made.');
  return found.id;
};

export const readContact = async (tx: Tx, id: string): Promise<ContactRow> => {
  const { rows } = await tx.query<ContactRow>(
    `select id, email, external_id as "externalId", name, timezone, attributes,
            erased_at is not null as erased, updated_at::text as "updatedAt"
       from contacts where id = $1`,
    [id],
  );
  const found = rows[0];
  if (found === undefined) throw new Error(`There is no contact ${id}.`);
  return found;
};

/** By address, else by external id; null where there is none yet. */
export const findContact = async (
  tx: Tx,
  orgId: string,
  { email, externalId }: Pick<ContactToUpsert, 'email' | 'externalId'>,
): Promise<ContactRow | null> => {
  const { rows } = await tx.query<{ id: string }>(
    `select id from contacts
      where org_id = $1 and ((email is not null and email = $2)
         or ($2::text is null and external_id is not null and external_id = $3))
      limit 1`,
    [orgId, email, externalId],
  );
  const found = rows[0];
  return found === undefined ? null : readContact(tx, found.id);
};
