import type { Tx } from '#server/platform/db.ts';

export interface ContactChanges {
  /** Undefined leaves it, null clears it. */
  readonly name?: string | null;
  readonly timezone?: string | null;
  readonly setAttributes: Readonly<Record<string, unknown>>;
  readonly clearAttributes: readonly string[];
}

/** Changes a contact's fields; false when there is no such contact, or it was erased. */
export const changeContact = async (
  tx: Tx,
  orgId: string,
  contactId: string,
  changes: ContactChanges,
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `update contacts
        set name = case when $3 then $4 else name end,
            timezone = case when $5 then $6 else timezone end,
            attributes = (attributes || $7::jsonb) - $8::text[], updated_at = now()
      where id = $1 and org_id = $2 and erased_at is null`,
    [
      contactId,
      orgId,
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
