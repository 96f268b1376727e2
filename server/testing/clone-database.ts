import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { TEMPLATE, urlOfDatabase, withAdmin } from './test-server.ts';

export interface ClonedDatabase {
  readonly name: string;
  readonly url: string;
  drop(): Promise<void>;
}

/** A private, migrated database: a copy of the template's files, tens of milliseconds. */
export const cloneDatabase = async (adminUrl: string): Promise<ClonedDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withAdmin(adminUrl, async (client) =>
    client.query(
      `create database ${pg.escapeIdentifier(name)} template ${TEMPLATE} strategy file_copy`,
    ),
  );
  return {
    name,
    url: urlOfDatabase(adminUrl, name),
    drop: async () => {
      await withAdmin(adminUrl, async (client) =>
        client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`),
      );
    },
  };
};
