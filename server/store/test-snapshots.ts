import type { Tx } from '#server/platform/db.ts';

export interface NewSnapshot {
  readonly automationId: string;
  readonly orgId: string;
  readonly document: unknown;
  readonly digest: string;
  readonly by: string;
}

/**
 * A version of a draft for test runs: numbered below zero, immutable, never live. The same draft
 * again is the same snapshot, by `automation_versions_snapshot`. The caller holds the automation's
 * row, so that two tests at once do not take one number. Returns its number.
 */
export const takeSnapshot = async (tx: Tx, made: NewSnapshot): Promise<number> => {
  const { rows } = await tx.query<{ version: number }>(
    `with known as (
       select version from automation_versions
        where automation_id = $1 and digest = $4 and version < 0
     ), written as (
       insert into automation_versions
         (automation_id, version, org_id, document, digest, note, published_by)
       select $1, least(coalesce(min(v.version), 0), 0) - 1, $2, $3::jsonb, $4, 'Test of the draft', $5
         from automation_versions v
        where v.automation_id = $1
       having not exists (select 1 from known)
       returning version
     )
     select version from known union all select version from written`,
    [made.automationId, made.orgId, JSON.stringify(made.document), made.digest, made.by],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('A snapshot was neither found nor taken.');
  return row.version;
};
