/** A Postgres of the bench's own, durable as in production, and a fresh database per measurement. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { documentSchema } from '#server/engine/document.ts';
import { createPool, type Pool } from '#server/platform/db.ts';
import { digestJson } from '#server/engine/keys.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts';
import { newId } from '#server/platform/ids.ts';
import { migrate } from '#server/platform/migrate.ts';

export interface BenchServer {
  /** A migrated database with one organisation in it. */
  database(): Promise<BenchDatabase>;
  stop(): Promise<void>;
}

export interface BenchDatabase {
  readonly url: string;
  readonly pool: Pool;
  readonly orgId: string;
  close(): Promise<void>;
}

/** An automation whose steps follow one another, published as version 1. */
export const publishChain = async (
  { pool, orgId }: BenchDatabase,
  steps: readonly { readonly kind: string; readonly config: unknown }[],
): Promise<string> => {
  const ids = steps.map((_, index) => `step_${index + 1}`);
  const document = documentSchema.parse({
    format: 'holdfast/automation@1',
    name: 'Bench',
    settings: { timezone: 'Europe/Berlin' },
    trigger: { kind: 'webhook', config: {} },
    steps: steps.map((step, index) => ({ id: ids[index], name: ids[index], ...step })),
    edges: ids.map((to, index) => ({ from: ids[index - 1] ?? 'trigger', to })),
  });
  const id = newId('aut');
  const json = JSON.stringify(document);
  await pool.query(
    `insert into automations (id, org_id, slug, name, draft, live_version, hook_id)
     values ($1, $2, $1, 'Bench', $3, 1, $1)`,
    [id, orgId, json],
  );
  await pool.query(
    `insert into automation_versions
       (automation_id, version, org_id, document, digest, published_by)
     values ($1, 1, $2, $3, $4, 'bench')`,
    [id, orgId, json, digestJson(document)],
  );
  return id;
};

export const startBenchServer = async (): Promise<BenchServer> => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'holdfast-bench-'));
  const server = await startEmbeddedPostgres({
    dir,
    settings: { shared_buffers: '256MB', max_wal_size: '2GB', track_commit_timestamp: 'on' },
  });
  const admin = createPool(server.urlOf('postgres'), { name: 'bench', max: 1 });
  let made = 0;
  return {
    database: async () => {
      made += 1;
      const name = `bench_${made}`;
      await admin.query(`create database ${name}`);
      const url = server.urlOf(name);
      await migrate(url);
      const pool = createPool(url, { name: 'bench', max: 10 });
      await pool.query('create extension pg_walinspect');
      const orgId = newId('org');
      await pool.query(
        `insert into organisations (id, name, slug, timezone) values ($1, 'Bench', $1, 'UTC')`,
        [orgId],
      );
      return { url, pool, orgId, close: async () => pool.end() };
    },
    stop: async () => {
      await admin.end();
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
};
