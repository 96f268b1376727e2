/** One lane of the lab: a database and a sandbox of its own, in which one run at a time suffers. */
import { createPool, txOf, type Pool, type Tx } from '#server/platform/db.ts';
import { digestJson } from '#server/engine/keys.ts';
import { newId } from '#server/platform/ids.ts';
import { documentSchema } from '#server/engine/document.ts';
import type { RuntimeDeps } from '#server/runtime/deps.ts';
import { startSandbox, type Sandbox } from '#server/sandbox/start.ts';
import { cloneDatabase } from '#server/testing/clone-database.ts';
import { createOrganisation } from '#server/testing/create-organisation.ts';
import { TEST_SECRETS } from '#server/testing/test-secrets.ts';
import { labDeps } from './lab-deps.ts';

export interface Lane {
  readonly url: string;
  readonly pool: Pool;
  readonly sql: Tx;
  readonly orgId: string;
  readonly sandbox: Sandbox;
  /** Where the sandbox keeps what it has accepted. */
  readonly outside: Tx;
  /** The lab's own: nothing happens to it. */
  readonly deps: RuntimeDeps;
  /** Publishes version 1 of a new automation. */
  publish(source: unknown): Promise<string>;
  close(): Promise<void>;
}

const publish = async (sql: Tx, orgId: string, source: unknown): Promise<string> => {
  const document = documentSchema.parse(source);
  const id = newId('aut');
  const json = JSON.stringify(document);
  await sql.query(
    `insert into automations (id, org_id, slug, name, draft, live_version, hook_id)
     values ($1, $2, $1, $3, $4, 1, $1)`,
    [id, orgId, document.name, json],
  );
  await sql.query(
    `insert into automation_versions (automation_id, version, org_id, document, digest, published_by)
     values ($1, 1, $2, $3, $4, 'lab')`,
    [id, orgId, json, digestJson(document)],
  );
  return id;
};

/**
 * Opens a lane on a database of its own. With `engineUrl` the engine's database is elsewhere, so
 * that it can go down while the providers stay up.
 */
export const openLane = async (adminUrl: string, engineUrl?: string): Promise<Lane> => {
  const database = await cloneDatabase(adminUrl);
  const outsidePool = createPool(database.url, { name: 'outside', max: 12 });
  const url = engineUrl ?? database.url;
  const pool = createPool(url, { name: 'lab', max: 12 });
  const sql = txOf(pool);
  const sandbox = await startSandbox({
    pool: outsidePool,
    ports: 0,
    secrets: {
      slackSigningSecret: TEST_SECRETS.slackSigningSecret,
      inboundMailSecret: TEST_SECRETS.inboundMailSecret,
    },
    appUrl: 'http://127.0.0.1:9',
  });
  const orgId = await createOrganisation({ sql }, { sandbox });
  return {
    url,
    pool,
    sql,
    orgId,
    sandbox,
    outside: txOf(outsidePool),
    deps: labDeps(pool, sandbox.httpPort, {}),
    publish: async (source) => publish(sql, orgId, source),
    close: async () => {
      await sandbox.stop();
      await pool.end();
      await outsidePool.end();
      await database.drop();
    },
  };
};
