/** Changes to contacts and their consent. Addresses are kept in lower case: one person, one row. */
import type { Tx } from '#server/platform/db.ts';

export interface ContactFields {
  readonly email: string | null;
  readonly externalId: string | null;
  readonly name: string | null;
  readonly timezone: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Rejects with a unique violation where the address or external id is taken. */
export const insertContact = async (
  tx: Tx,
  contact: ContactFields & { readonly id: string; readonly orgId: string },
): Promise<void> => {
  await tx.query(
    `insert into contacts (id, org_id, email, external_id, name, timezone, attributes)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb)`,
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
};

export interface LockedContact extends ContactFields {
  readonly id: string;
  readonly erasedAt: Date | null;
}

/** Locks the row until the transaction ends; null when the workspace has no such contact. */
export const lockContact = async (
  tx: Tx,
  orgId: string,
  id: string,
): Promise<LockedContact | null> => {
  const { rows } = await tx.query<LockedContact>(
    `select id, email, external_id as "externalId", name, timezone, attributes,
            erased_at as "erasedAt"
       from contacts where org_id = $1 and id = $2 for update`,
    [orgId, id],
  );
  return rows[0] ?? null;
};

export const writeContact = async (tx: Tx, id: string, fields: ContactFields): Promise<void> => {
  await tx.query(
    `update contacts set email = $2, external_id = $3, name = $4, timezone = $5,
            attributes = $6::jsonb, updated_at = now() where id = $1`,
    [
      id,
      fields.email,
      fields.externalId,
      fields.name,
      fields.timezone,
      JSON.stringify(fields.attributes),
    ],
  );
};

export interface ConsentChange {
  readonly orgId: string;
  readonly contactId: string;
  readonly channel: 'email' | 'slack' | 'sms';
  readonly state: 'granted' | 'withdrawn';
  readonly source: string;
}

export const writeConsent = async (tx: Tx, change: ConsentChange): Promise<void> => {
  await tx.query(
    `insert into consents (org_id, contact_id, channel, state, source) values ($1, $2, $3, $4, $5)
     on conflict (contact_id, channel) do update
        set state = excluded.state, source = excluded.source, changed_at = now()`,
    [change.orgId, change.contactId, change.channel, change.state, change.source],
  );
};
