/**
 * Writes to automations: drafts, versions, status. Whoever changes one holds its row first, so two
 * saves, or a save and a publish, come one after the other.
 */
import type { Tx } from '#server/platform/db.ts';
import { actorName } from './actor-name.ts';

export interface LockedAutomation {
  readonly id: string;
  readonly name: string;
  readonly status: 'active' | 'paused' | 'archived';
  readonly draft: unknown;
  readonly draftRevision: number;
  readonly draftBy: string | null;
  readonly draftAt: Date;
  readonly liveVersion: number | null;
  readonly liveDigest: string | null;
  readonly usedStepIds: string[];
}

/** Null when the workspace has no such automation. Locks its row until the transaction ends. */
export const lockAutomation = async (
  tx: Tx,
  orgId: string,
  id: string,
): Promise<LockedAutomation | null> => {
  // Two statements: one that has waited for its lock sees the newest automation, but versions and
  // people as they were before the wait. The second begins after the wait.
  await tx.query('select 1 from automations where id = $2 and org_id = $1 for update', [orgId, id]);
  const { rows } = await tx.query<LockedAutomation>(
    `select a.id, a.name, a.status, a.draft, a.draft_revision as "draftRevision",
            ${actorName('a.draft_by')} as "draftBy",
            a.draft_at as "draftAt", a.live_version as "liveVersion",
            (select v.digest from automation_versions v
              where v.automation_id = a.id and v.version = a.live_version) as "liveDigest",
            a.used_step_ids as "usedStepIds"
       from automations a where a.id = $2 and a.org_id = $1`,
    [orgId, id],
  );
  return rows[0] ?? null;
};

export interface NewAutomation {
  readonly id: string;
  readonly orgId: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly draft: unknown;
  readonly draftBy: string;
  readonly hookId: string;
  readonly stepIds: readonly string[];
}

/** The slug gets a number where it is taken; false when it was taken meanwhile and has to be retried. */
export const insertAutomation = async (tx: Tx, made: NewAutomation): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `insert into automations
       (id, org_id, slug, name, description, draft, draft_by, hook_id, used_step_ids)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9) on conflict (org_id, slug) do nothing`,
    [
      made.id,
      made.orgId,
      made.slug,
      made.name,
      made.description,
      JSON.stringify(made.draft),
      made.draftBy,
      made.hookId,
      made.stepIds,
    ],
  );
  return rowCount === 1;
};

export interface DraftToWrite {
  readonly automationId: string;
  readonly name: string;
  readonly description: string;
  readonly draft: unknown;
  readonly by: string;
  readonly stepIds: readonly string[];
}

/**
 * Returns the new revision. The caller holds the row. Ids of the draft that is written over stay
 * known: a step that was saved once keeps its id for itself, published or not.
 */
export const writeDraft = async (tx: Tx, draft: DraftToWrite): Promise<number> => {
  const { rows } = await tx.query<{ revision: number }>(
    `update automations
        set draft = $2::jsonb, draft_revision = draft_revision + 1, draft_by = $3,
            draft_at = now(), name = $4, description = $5, updated_at = now(),
            used_step_ids = array(
              select distinct id
                from unnest(used_step_ids || $6::text[] || array(
                       select step ->> 'id' from jsonb_array_elements(draft -> 'steps') as step
                     )) as id
               order by id)
      where id = $1 returning draft_revision as revision`,
    [
      draft.automationId,
      JSON.stringify(draft.draft),
      draft.by,
      draft.name,
      draft.description,
      draft.stepIds,
    ],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('The locked automation is gone.');
  return row.revision;
};

/** Every kind that a step id has ever had in a published version. */
export const readPublishedKinds = async (
  tx: Tx,
  automationId: string,
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await tx.query<{ id: string; kind: string }>(
    `select distinct on (s.step ->> 'id') s.step ->> 'id' as id, s.step ->> 'kind' as kind
       from automation_versions v
       cross join lateral jsonb_array_elements(v.document -> 'steps') as s (step)
      where v.automation_id = $1 and v.version > 0
      order by s.step ->> 'id', v.version desc`,
    [automationId],
  );
  return new Map(rows.map((row) => [row.id, row.kind]));
};

export interface NewVersion {
  readonly automationId: string;
  readonly orgId: string;
  readonly document: unknown;
  readonly digest: string;
  readonly note: string;
  readonly by: string;
  readonly stepIds: readonly string[];
}

/** Writes the next version and makes it the live one. The caller holds the automation's row. */
export const insertVersion = async (tx: Tx, made: NewVersion): Promise<number> => {
  const { rows } = await tx.query<{ version: number }>(
    `with next as (
       select coalesce(max(version), 0) + 1 as version
         from automation_versions where automation_id = $1 and version > 0
     ), written as (
       insert into automation_versions
         (automation_id, version, org_id, document, digest, note, published_by)
       select $1, next.version, $2, $3::jsonb, $4, $5, $6 from next
       returning version
     )
     update automations a
        set live_version = written.version, updated_at = now(),
            used_step_ids = array(
              select distinct id from unnest(a.used_step_ids || $7::text[]) as id order by id)
       from written where a.id = $1 returning written.version`,
    [
      made.automationId,
      made.orgId,
      JSON.stringify(made.document),
      made.digest,
      made.note,
      made.by,
      made.stepIds,
    ],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('The locked automation is gone.');
  return row.version;
};

/** False when the workspace has no such automation. */
export const writeAutomationStatus = async (
  tx: Tx,
  change: { orgId: string; automationId: string; status: string; by: string },
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `update automations set status = $3, status_by = $4, status_at = now(), updated_at = now()
      where id = $2 and org_id = $1`,
    [change.orgId, change.automationId, change.status, change.by],
  );
  return rowCount === 1;
};

/** Seals come from `encrypt`; null takes the secret away. */
export const writeHookSecret = async (
  tx: Tx,
  change: { orgId: string; automationId: string; sealed: string | null },
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `update automations set hook_secret = convert_to($3::text, 'UTF8'), updated_at = now()
      where id = $2 and org_id = $1`,
    [change.orgId, change.automationId, change.sealed],
  );
  return rowCount === 1;
};
