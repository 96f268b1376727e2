/** `const db = testDatabase()` at the top of a `*.db.test.ts` file: a database of its own. */
import { afterAll, beforeAll, inject } from 'vitest';
import { createPool, txOf, withTransaction, type Pool, type Tx } from '#server/platform/db.ts';
import { cloneDatabase, type ClonedDatabase } from './clone-database.ts';
import type {} from './global-setup.ts';

export interface TestDatabase {
  readonly url: string;
  readonly pool: Pool;
  /** Statements outside a transaction, each committed by itself. */
  readonly sql: Tx;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

export const testDatabase = (options: { readonly max?: number } = {}): TestDatabase => {
  let cloned: ClonedDatabase | undefined;
  let pool: Pool | undefined;
  const ready = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The test database exists only while tests run.');
    return value;
  };

  beforeAll(async () => {
    cloned = await cloneDatabase(inject('postgresAdminUrl'));
    pool = createPool(cloned.url, { name: 'test', max: options.max ?? 10 });
  });

  afterAll(async () => {
    await pool?.end();
    await cloned?.drop();
  });

  return {
    get url() {
      return ready(cloned).url;
    },
    get pool() {
      return ready(pool);
    },
    sql: { query: async (text, values) => txOf(ready(pool)).query(text, values) },
    transaction: async (work) => withTransaction(ready(pool), work),
  };
};
