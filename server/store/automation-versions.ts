import type { Tx } from '#server/platform/db.ts';

export interface VersionKey {
  readonly automationId: string;
  readonly version: number;
}

export interface VersionRow extends VersionKey {
  readonly document: unknown;
}

/** Reads published versions by their primary key. */
export const readVersions = async (
  tx: Tx,
  keys: readonly VersionKey[],
): Promise<readonly VersionRow[]> => {
  const { rows } = await tx.query<{ automationId: string; version: number; document: unknown }>(
    `select v.automation_id as "automationId", v.version, v.document
       from automation_versions v
       join unnest($1::text[], $2::int[]) as k (automation_id, version)
         on k.automation_id = v.automation_id and k.version = v.version`,
    [keys.map((key) => key.automationId), keys.map((key) => key.version)],
  );
  return rows;
};
