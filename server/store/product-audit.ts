/** Who did what in the product: append-only. */
import type { Tx } from '#server/platform/db.ts';
import { newId } from '#server/platform/ids.ts';

export interface AuditEntry {
  /** Given where the writer must recognise its own entry after a lost answer to COMMIT. */
  readonly id?: string;
  readonly orgId: string;
  /** `user:<id>`, `api:<key id>`, `seed`. */
  readonly actor: string;
  /** `automation.published`, `contact.erased`, … */
  readonly action: string;
  /** Id of what it was done to. */
  readonly subject: string;
  /** Ids and facts, never personal data. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Written in the transaction of what it tells about. */
export const insertAudit = async (tx: Tx, entry: AuditEntry): Promise<void> => {
  await tx.query(
    `insert into audit (id, org_id, actor, action, subject, detail)
     values ($1, $2, $3, $4, $5, $6::jsonb)`,
    [
      entry.id ?? newId('aud'),
      entry.orgId,
      entry.actor,
      entry.action,
      entry.subject,
      JSON.stringify(entry.detail ?? {}),
    ],
  );
};

export const hasAudit = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.query('select 1 from audit where id = $1', [id])).rowCount === 1;
