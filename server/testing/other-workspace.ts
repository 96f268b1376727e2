/** A second workspace with an owner and keys, who must see and change nothing of the demo's. */
import { hashPassword } from 'better-auth/crypto';
import { sha256Hex } from '#server/platform/digest.ts';
import { DEMO_PASSWORD } from '#server/runtime/demo-workspace.ts';
import { insertOrganisation, insertPerson } from '#server/store/product-seed.ts';
import type { TestDatabase } from './test-database.ts';

export const OTHER_ORG = 'org_other';
export const OTHER_OWNER = 'olga@other.example';

export const addOtherWorkspace = async ({ sql }: TestDatabase): Promise<void> => {
  await insertOrganisation(sql, { id: OTHER_ORG, name: 'Other', slug: 'other', timezone: 'UTC' });
  const olga = { id: 'usr_olga', name: 'Olga', email: OTHER_OWNER, role: 'owner', zone: 'UTC' };
  await insertPerson(sql, OTHER_ORG, olga, await hashPassword(DEMO_PASSWORD));
};

/** Returns the key. */
export const addKey = async (
  { sql }: TestDatabase,
  orgId: string,
  role: string,
  revoked = false,
): Promise<string> => {
  const key = `hf_test-key-${orgId}-${role}-${String(revoked)}`;
  await sql.query(
    `insert into api_keys (id, org_id, name, key_hash, role, revoked_at)
     values ($1, $2, $1, $3, $4, case when $5 then now() end) on conflict do nothing`,
    [`key_${orgId}_${role}_${String(revoked)}`, orgId, sha256Hex(key), role, revoked],
  );
  return key;
};

/** Ids of one of each thing in the demo workspace, by what they name. */
export const demoIds = async ({ sql }: TestDatabase) => {
  const one = async (text: string): Promise<string> => {
    const { rows } = await sql.query<{ id: string }>(text);
    if (rows[0] === undefined) throw new Error(`Nothing found: ${text}`);
    return rows[0].id;
  };
  return {
    automation: await one(`select id from automations where slug = 'demo-follow-up'`),
    run: await one(`select run_id as id from timers where purpose = 'wait' and fired_at is null`),
    timer: await one(`select id from timers where purpose = 'wait' and fired_at is null`),
    approval: await one(`select id from approvals where status = 'open'`),
    effect: await one(`select key as id from effects where status = 'needs_review'`),
    contact: await one(`select id from contacts where email = 'maya@example.com'`),
    migration: await one('select id from migrations'),
    connection: await one(`select id from connections where name = 'mailbox'`),
    publishRequest: await one('select id from publish_requests'),
  };
};
export type DemoIds = Awaited<ReturnType<typeof demoIds>>;

/** Rows that `demoIds` names and the demo itself has none of. */
export const addAttention = async ({ sql }: TestDatabase, runId: string): Promise<void> => {
  await sql.query(
    `insert into approvals (id, org_id, run_id, step_id, iteration, content, digest, assignees,
                            channel, status, deadline_at, deadline_then)
     select 'apr_open', org_id, id, 'approve', 1, 'Secret words', 'd', '{}', 'inbox', 'open',
            now() + interval '1 day', 'port:expired' from runs where id = $1`,
    [runId],
  );
  await sql.query(
    `insert into effects (key, org_id, run_id, step_id, iteration, connector, status, attempts,
                          first_attempt_at, request, request_digest)
     select id || '/send_email', org_id, id, 'send_email', 1, 'smtp', 'needs_review', 1, now(), '{}',
            'd' from runs where id = $1`,
    [runId],
  );
  await addMigration(sql, runId);
  await sql.query(
    `insert into publish_requests (id, org_id, automation_id, revision, requested_by)
     select 'pub_waiting', org_id, automation_id, 1, 'user:usr_priya' from runs where id = $1`,
    [runId],
  );
};

/** A finished move of the run to a version 99, which it was left out of. */
const addMigration = async (sql: TestDatabase['sql'], runId: string): Promise<void> => {
  await sql.query(
    `insert into automation_versions
       (automation_id, version, org_id, document, digest, published_by)
     select v.automation_id, 99, v.org_id, v.document, v.digest, v.published_by
       from automation_versions v join runs r using (automation_id, version) where r.id = $1`,
    [runId],
  );
  await sql.query(
    `insert into migrations (id, org_id, automation_id, from_version, to_version, mapping, rules,
                             key, status, total, left_behind, created_by, finished_at)
     select 'mig_done', org_id, automation_id, version, 99, '[]', '[]', 'k', 'done', 1, 1,
            'user:sam', now() from runs where id = $1`,
    [runId],
  );
  await sql.query(
    `insert into migration_runs (migration_id, run_id, org_id, status, at)
     select 'mig_done', id, org_id, 'left', now() from runs where id = $1`,
    [runId],
  );
};

/** Everything that a workspace owns, as one value: equal before and after means untouched. */
export const contentsOf = async ({ sql }: TestDatabase, orgId: string): Promise<string> => {
  const { rows: tables } = await sql.query<{ name: string }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'org_id' and table_name <> 'api_keys'
      order by 1`,
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql.query<{ digest: string }>(
      `select count(*) || md5(coalesce(string_agg(t::text, '' order by t::text), '')) as digest
         from "${name}" t where org_id = $1`,
      [orgId],
    );
    parts.push(`${name} ${rows[0]?.digest ?? ''}`);
  }
  return parts.join('\n');
};
