/**
 * One Postgres per test run with a migrated template; every test file clones the template.
 * Nothing here depends on vitest, so that benches and browser tests use it as well.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts';
import { migrate } from '#server/platform/migrate.ts';
import { createBoss } from '#server/platform/queue.ts';
import { markOwner, removeAbandonedServers, TEST_PREFIX } from './abandoned-servers.ts';

export const TEMPLATE = 'holdfast_template';

export interface TestServer {
  /** URL of the `postgres` database, from which databases are made and dropped. */
  readonly adminUrl: string;
  stop(): Promise<void>;
}

export const withAdmin = async <T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

export const urlOfDatabase = (url: string, database: string): string => {
  const parsed = new URL(url);
  parsed.pathname = `/${database}`;
  return parsed.href;
};

/** Migrated with ours and with the queue's schema, so that a clone is ready for a worker. */
const createTemplate = async (adminUrl: string): Promise<void> => {
  await withAdmin(adminUrl, async (client) => client.query(`create database ${TEMPLATE}`));
  const url = urlOfDatabase(adminUrl, TEMPLATE);
  await migrate(url);
  const boss = await createBoss(url, { maintenance: false });
  await boss.stop();
  // A template must have no sessions while it is copied.
  await withAdmin(adminUrl, async (client) =>
    client.query(`alter database ${TEMPLATE} with allow_connections false`),
  );
};

/** `timezone` is the server's; the host's zone is the usual `TZ`. */
export const startTestServer = async (timezone?: string): Promise<TestServer> => {
  removeAbandonedServers();
  const dir = mkdtempSync(path.join(os.tmpdir(), TEST_PREFIX));
  markOwner(dir);
  const server = await startEmbeddedPostgres({
    dir,
    durable: false,
    settings: {
      ...(timezone === undefined ? {} : { timezone }),
      autovacuum: 'off',
      shared_buffers: '128MB',
      max_wal_size: '2GB',
      wal_level: 'minimal',
      max_wal_senders: 0,
    },
  });
  const adminUrl = server.urlOf('postgres');
  await createTemplate(adminUrl);
  return {
    adminUrl,
    stop: async () => {
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
};
