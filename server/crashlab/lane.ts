/** One lane of the lab: a database and a sandbox of its own, in which one run at a time suffers. */
import { createPool, txOf, type Pool, type Tx } from '#server/platform/db.ts';
import { digestJson } from '#server/engine/keys.ts';
import { newId } from '#server/platform/ids.ts';
import { documentSchema } from '#server/engine/document.ts';
import type { RuntimeDeps } from '#server/runtime/deps.ts';
import { startSandbox, type Sandbox } from '#server/sandbox/start.ts';
import { cloneDatabase } from '#server/testing/clone-database.ts';
import { createOrganisation } from '#server/testing/create-organisation.ts';
import { withAdmin } from '#server/testing/test-server.ts';
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
  /** Publishes version 2 of it. */
  publishNext(automationId: string, source: unknown): Promise<void>;
  close(): Promise<void>;
}

interface Version {
  readonly id: string;
  readonly version: number;
  readonly source: unknown;
}

const addVersion = async (sql: Tx, orgId: string, { id, version, source }: Version) => {
  const document = documentSchema.parse(source);
  await sql.query(
    `insert into automation_versions (automation_id, version, org_id, document, digest, published_by)
     values ($1, $2, $3, $4, $5, 'lab')`,
    [id, version, orgId, JSON.stringify(document), digestJson(document)],
  );
  await sql.query('update automations set live_version = $2 where id = $1', [id, version]);
};

const publish = async (sql: Tx, orgId: string, source: unknown): Promise<string> => {
  const document = documentSchema.parse(source);
  const id = newId('aut');
  await sql.query(
    `insert into automations (id, org_id, slug, name, draft, hook_id)
     values ($1, $2, $1, $3, $4, $1)`,
    [id, orgId, document.name, JSON.stringify(document)],
  );
  await addVersion(sql, orgId, { id, version: 1, source });
  return id;
};

/**
 * Sessions plan each prepared statement once: there are a thousand strikes to one session's
 * statements, and a plan for one run's rows is as good as any other.
 */
const planOnce = async (url: string): Promise<void> => {
  const name = new URL(url).pathname.slice(1);
  await withAdmin(url, async (client) =>
    client.query(`alter database "${name}" set plan_cache_mode = force_generic_plan`),
  );
};

/**
 * Opens a lane on a database of its own. With `engineUrl` the engine's database is elsewhere, so
 * that it can go down while the providers stay up.
 */
export const openLane = async (adminUrl: string, engineUrl?: string): Promise<Lane> => {
  const database = await cloneDatabase(adminUrl);
  await planOnce(database.url);
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
    publishNext: async (id, source) => addVersion(sql, orgId, { id, version: 2, source }),
    close: async () => {
      await sandbox.stop();
      await pool.end();
      await outsidePool.end();
      await database.drop();
    },
  };
};
