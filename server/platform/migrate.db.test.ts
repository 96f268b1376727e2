import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#server/testing/test-database.ts';
import { migrate, readMigrations } from './migrate.ts';

const db = testDatabase();
const dir = mkdtempSync(path.join(os.tmpdir(), 'holdfast-migrations-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const write = (name: string, sql: string): void => {
  mkdirSync(path.join(dir, name), { recursive: true });
  writeFileSync(path.join(dir, name, 'migration.sql'), sql);
};

// The database has the repository's own migrations; these tests add a folder of their own.
test('applies in order of names, once, also when several start together', async () => {
  write('9002_second', 'insert into migrated values (2);');
  write('9001_first', 'create table migrated (n int); insert into migrated values (1);');
  const runs = await Promise.all([1, 2, 3].map(async () => migrate(db.url, dir)));
  expect(runs.flat().toSorted()).toEqual(['9001_first', '9002_second']);
  const { rows } = await db.sql.query('select n from migrated order by n');
  expect(rows).toEqual([{ n: 1 }, { n: 2 }]);
  expect(await migrate(db.url, dir)).toEqual([]);
});

test('of two with one number, the rest of the name says which is first', async () => {
  write('9002_third', 'update migrated set n = n + 1 where n = 3;');
  write('9002_then', 'insert into migrated values (3);');
  expect(await migrate(db.url, dir)).toEqual(['9002_then', '9002_third']);
  const { rows } = await db.sql.query('select n from migrated where n > 2 order by n');
  expect(rows).toEqual([{ n: 4 }]);
});

test('a migration that fails leaves nothing behind, and the ones before it stay', async () => {
  write('9003_half', 'create table half (n int); select 1 / 0;');
  await expect(migrate(db.url, dir)).rejects.toThrow(/9003_half failed: division by zero/);
  const { rows } = await db.sql.query(`select to_regclass('half') as half`);
  expect(rows[0]?.['half']).toBeNull();
  write('9003_half', 'create table half (n int);');
  expect(await migrate(db.url, dir)).toEqual(['9003_half']);
});

test('an applied migration that was edited is refused, by name', async () => {
  write('9001_first', 'create table migrated (n bigint);');
  await expect(migrate(db.url, dir)).rejects.toThrow(/9001_first was changed/);
});

test('records what Prisma would record', async () => {
  const { rows } = await db.sql.query(
    `select migration_name, checksum, applied_steps_count, rolled_back_at, logs,
            finished_at is not null as finished
       from _prisma_migrations where migration_name < '9' order by 1`,
  );
  expect(rows).toEqual(
    readMigrations().map(({ name, checksum }) => ({
      migration_name: name,
      checksum,
      applied_steps_count: 1,
      rolled_back_at: null,
      logs: null,
      finished: true,
    })),
  );
});
