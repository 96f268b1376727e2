import type { Tx } from '#server/platform/db.ts';
import type { ContactRow } from './load-runs.ts';

/**
 * contacts, as an automation's step changes them inside the transaction that settles the step.
 * CHECK: an erased contact has neither email nor name, which these statements cannot break.
 */

export interface ContactChanges {
  /** Left out: unchanged. Null: cleared. */
  readonly name?: string | null;
  /** IANA name; null: unknown. */
  readonly timezone?: string | null;
  /** Merged into the attributes. */
  readonly setAttributes: Readonly<Record<string, unknown>>;
  readonly clearAttributes: readonly string[];
}

/** False: there is no such contact any more, or it was erased; nothing was changed then. */
export const updateContact = async (
  tx: Tx,
  orgId: string,
  contactId: string,
  changes: ContactChanges,
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `update contacts
        set name = case when $3::boolean then $4::text else name end,
            timezone = case when $5::boolean then $6::text else timezone end,
            attributes = (attributes || $7::jsonb) - $8::text[],
            updated_at = now()
      where org_id = $1 and id = $2 and erased_at is null`,
    [
      orgId,
      contactId,
      changes.name !== undefined,
      changes.name ?? null,
      changes.timezone !== undefined,
      changes.timezone ?? null,
      JSON.stringify(changes.setAttributes),
      changes.clearAttributes,
    ],
  );
  return rowCount === 1;
};

/** The contact as it is by now, own changes of this transaction included; null when it is gone. */
export const readContact = async (tx: Tx, contactId: string): Promise<ContactRow | null> => {
  const { rows } = await tx.query<ContactRow>(
    `select id, email, external_id as "externalId", name, timezone, attributes,
            erased_at is not null as erased, updated_at::text as "updatedAt"
       from contacts where id = $1`,
    [contactId],
  );
  return rows[0] ?? null;
};
