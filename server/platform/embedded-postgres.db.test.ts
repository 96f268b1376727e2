import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { waitFor } from '#server/testing/wait-for.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { isAlive, signal } from './processes.ts';

// `mkdtemp` makes a folder that only its owner may enter, as a checkout below /root would be.
const dir = mkdtempSync(path.join(os.tmpdir(), 'holdfast-embedded-'));
const options = { dir, settings: { shared_buffers: '16MB', max_connections: 10 } };
afterAll(async () => {
  const server = await startEmbeddedPostgres(options);
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

const query = async (url: string, text: string): Promise<unknown> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(text);
  await client.end();
  return Object.values(rows[0] ?? {})[0];
};

test('a server starts in a closed folder, durable, in UTF8 and C', async () => {
  expect(await findEmbeddedPostgres(dir)).toBeUndefined();
  const server = await startEmbeddedPostgres(options);
  expect(server.reused).toBe(false);
  expect(await query(server.url, 'show server_encoding')).toBe('UTF8');
  expect(
    await query(
      server.url,
      'select datcollate from pg_database where datname = current_database()',
    ),
  ).toBe('C');
  expect(await query(server.url, 'show fsync')).toBe('on');
  expect(await query(server.url, 'show synchronous_commit')).toBe('on');
  expect(await query(server.url, 'show listen_addresses')).toBe('127.0.0.1');
});

test('a second start finds the living server, as after kill -9 of its parent', async () => {
  const first = await startEmbeddedPostgres(options);
  await query(first.url, 'create table kept as select 1 as n');
  const second = await startEmbeddedPostgres(options);
  expect(second).toMatchObject({ reused: true, pid: first.pid, url: first.url });
  expect(await findEmbeddedPostgres(dir)).toBe(first.url);
});

test('a killed server leaves a stale pid file, and what was committed', async () => {
  const first = await startEmbeddedPostgres(options);
  signal(first.pid, 'SIGKILL');
  await waitFor('the server to be gone', () => !isAlive(first.pid));
  const second = await startEmbeddedPostgres(options);
  expect(second.reused).toBe(false);
  expect(await query(second.url, 'select n from kept')).toBe(1);
});

test('a stopped server is gone, and its data starts again', async () => {
  const first = await startEmbeddedPostgres(options);
  await first.stop();
  expect(isAlive(first.pid)).toBe(false);
  const second = await startEmbeddedPostgres(options);
  expect(await query(second.url, 'select n from kept')).toBe(1);
});
