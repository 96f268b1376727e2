import { expect, test } from 'vitest';
import { readDatabaseSchema } from './read-database-schema.ts';
import { readPrismaSchema } from './read-prisma-schema.ts';
import { testDatabase } from './test-database.ts';

const db = testDatabase();

test('schema.prisma and the migrated database have the same tables', async () => {
  const { _prisma_migrations: _record, ...actual } = await readDatabaseSchema(db.sql);
  expect(Object.keys(readPrismaSchema()).toSorted()).toEqual(Object.keys(actual).toSorted());
});

test.for(Object.entries(readPrismaSchema()))(
  'columns, nullability, types and keys agree: %s',
  async ([name, described]) => {
    const actual = (await readDatabaseSchema(db.sql))[name];
    expect(actual?.columns).toEqual(described.columns);
    expect(actual?.primaryKey).toEqual(described.primaryKey);
    const sets = (lists: readonly (readonly string[])[] = []): string[] =>
      lists.map((list) => list.toSorted().join());
    expect(sets(actual?.uniques)).toEqual(expect.arrayContaining(sets(described.uniques)));
  },
);
