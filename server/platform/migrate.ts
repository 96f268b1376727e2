/**
 * Applies `prisma/migrations/<name>/migration.sql` and records each in Prisma's own
 * `_prisma_migrations`, so that `prisma migrate status` agrees and no download of Prisma's schema
 * engine is needed to start. The order is that of the whole names: of two with one number, what
 * follows it says which is first.
 *
 * Several processes may start at once: an advisory lock lets one migrate while the rest wait.
 * Each migration and its record are one transaction, so that a kill in between leaves either both
 * or neither. A migration that was applied and then edited is refused: the database and the
 * repository would no longer agree about what has happened.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { sha256Hex } from './digest.ts';
import { logFor } from './log.ts';

const log = logFor('migrate');

/** Any constant will do, as long as it is ours: "hold" in ASCII. */
const LOCK = 0x686f6c64;

const MIGRATIONS_DIR = path.resolve(import.meta.dirname, '../../prisma/migrations');

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** Prisma's own definition, column for column. */
const CREATE_TABLE = `
  create table if not exists _prisma_migrations (
    id                  varchar(36) primary key not null,
    checksum            varchar(64) not null,
    finished_at         timestamptz,
    migration_name      varchar(255) not null,
    logs                text,
    rolled_back_at      timestamptz,
    started_at          timestamptz not null default now(),
    applied_steps_count integer not null default 0
  )`;

export const readMigrations = (dir: string = MIGRATIONS_DIR): readonly Migration[] =>
  readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted()
    .map((name) => {
      const bytes = readFileSync(path.join(dir, name, 'migration.sql'));
      return { name, sql: bytes.toString('utf8'), checksum: sha256Hex(bytes) };
    });

const appliedMigrations = async (client: pg.Client): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    `select migration_name, checksum from _prisma_migrations
      where finished_at is not null and rolled_back_at is null`,
  );
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
};

const apply = async (client: pg.Client, migration: Migration): Promise<void> => {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query(
      `insert into _prisma_migrations
         (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       values (gen_random_uuid()::text, $1, $2, now(), clock_timestamp(), 1)`,
      [migration.checksum, migration.name],
    );
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new Error(`COMMIT was answered with ${command}`);
  } catch (cause) {
    await client.query('rollback').catch(() => undefined);
    throw new Error(`Migration ${migration.name} failed: ${(cause as Error).message}`, { cause });
  }
};

const refuseEdited = (migration: Migration, checksum: string): void => {
  if (checksum === migration.checksum) return;
  throw new Error(
    `Migration ${migration.name} was changed after it had been applied to this database. ` +
      'Restore the file, and put the change into a new migration.',
  );
};

/** Brings the database up to date; resolves to the names that were applied now. */
export const migrate = async (
  connectionString: string,
  dir: string = MIGRATIONS_DIR,
): Promise<readonly string[]> => {
  const migrations = readMigrations(dir);
  const client = new pg.Client({ connectionString, application_name: 'holdfast-migrate' });
  client.on('error', (error) => log.warn({ err: error }, 'connection lost'));
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(CREATE_TABLE);
    const applied = await appliedMigrations(client);
    const names: string[] = [];
    for (const migration of migrations) {
      const checksum = applied.get(migration.name);
      if (checksum !== undefined) {
        refuseEdited(migration, checksum);
        continue;
      }
      await apply(client, migration);
      log.info({ migration: migration.name }, 'migration applied');
      names.push(migration.name);
    }
    return names;
  } finally {
    // Ending the session releases the advisory lock, whatever happened.
    await client.end();
  }
};
