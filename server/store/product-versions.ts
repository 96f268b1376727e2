/** The published versions of one automation. */
import type { Tx } from '#server/platform/db.ts';
import { actorName } from './actor-name.ts';

export interface VersionRow {
  readonly version: number;
  readonly publishedAt: Date;
  readonly publishedBy: string;
  readonly note: string;
  readonly live: boolean;
  /** Runs that still go by it, up to a bound. */
  readonly openRuns: number;
}

/** Beyond this many open runs a version says so many. */
const MOST_OPEN = 10_000;

/** By `runs_open_by_version`: 12 ms per version that has reached the bound. */
const COLUMNS = `
  v.version, v.published_at as "publishedAt", v.note, v.version = a.live_version as live,
  ${actorName('v.published_by')} as "publishedBy",
  (select count(*)::int from (
     select 1 from runs r
      where r.automation_id = v.automation_id and r.version = v.version and r.finished_at is null
      limit ${MOST_OPEN}) open) as "openRuns"`;

/** Newest first. Drafts that were tried out are versions too, below 1, and no part of the list. */
export const listVersionPage = async (
  tx: Tx,
  of: { readonly automationId: string; readonly before: number | null; readonly limit: number },
): Promise<VersionRow[]> => {
  const { rows } = await tx.query<VersionRow>(
    `select ${COLUMNS}
       from automation_versions v join automations a on a.id = v.automation_id
      where v.automation_id = $1 and v.version > 0 and v.version < coalesce($2, 2147483647)
      order by v.version desc limit $3`,
    [of.automationId, of.before, of.limit],
  );
  return rows;
};

export interface VersionWithDocument extends VersionRow {
  readonly digest: string;
  readonly document: unknown;
}

/** Null when the automation has no such version. */
export const findVersion = async (
  tx: Tx,
  automationId: string,
  version: number,
): Promise<VersionWithDocument | null> => {
  const { rows } = await tx.query<VersionWithDocument>(
    `select ${COLUMNS}, v.digest, v.document
       from automation_versions v join automations a on a.id = v.automation_id
      where v.automation_id = $1 and v.version = $2 and v.version > 0`,
    [automationId, version],
  );
  return rows[0] ?? null;
};
