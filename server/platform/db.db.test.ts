import { describe, expect, test } from 'vitest';
import { testDatabase } from '#server/testing/test-database.ts';
import { closePools, createPool, createPools, txOf, withTransaction } from './db.ts';
import {
  CommitUnknownError,
  isConstraintViolation,
  isTransientDatabaseError,
  TransactionAbortedError,
} from './errors.ts';

const db = testDatabase();

const countNotes = async (): Promise<number | undefined> => {
  await db.sql.query('create table if not exists notes (id int primary key)');
  return (await db.sql.query<{ n: number }>('select count(*) as n from notes')).rows[0]?.n;
};

describe('withTransaction', () => {
  test('keeps everything on success and nothing on failure', async () => {
    expect(await countNotes()).toBe(0);
    await db.transaction(async (tx) => tx.query('insert into notes values (1)'));
    const failure = db.transaction(async (tx) => {
      await tx.query('insert into notes values (2)');
      throw new Error('after the insert');
    });
    await expect(failure).rejects.toThrow('after the insert');
    expect(await countNotes()).toBe(1);
  });

  test('refuses a COMMIT that was answered with ROLLBACK', async () => {
    await countNotes();
    const swallowed = db.transaction(async (tx) => {
      await tx.query('insert into notes values (10)');
      await tx.query('select 1 / 0').catch(() => undefined);
    });
    await expect(swallowed).rejects.toBeInstanceOf(TransactionAbortedError);
  });

  test('reports a connection lost before COMMIT as unknown, and the pool goes on', async () => {
    const lost = db.transaction(async (tx) => {
      const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      await db.sql.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    });
    await expect(lost).rejects.toBeInstanceOf(CommitUnknownError);
    expect((await db.sql.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  test('limits statements and locks for its own transaction only', async () => {
    const slow = withTransaction(db.pool, async (tx) => tx.query('select pg_sleep(5)'), {
      statementMs: 50,
    });
    await expect(slow).rejects.toMatchObject({ code: '57014' });
    await countNotes();
    await db.transaction(async (tx) => {
      await tx.query('lock table notes');
      const blocked = withTransaction(
        db.pool,
        async (other) => other.query('select * from notes'),
        {
          lockMs: 50,
        },
      );
      await expect(blocked).rejects.toSatisfy(isTransientDatabaseError);
    });
    const { rows } = await db.sql.query<{ value: string }>(
      `select current_setting('statement_timeout') as value`,
    );
    expect(rows[0]?.value).toBe('0');
  });

  test('a statement by itself is ended by the server, which undoes it, and its connection goes on', async () => {
    await countNotes();
    const pool = createPool(db.url, {
      name: 'short',
      max: 1,
      limits: { statementMs: 500, lockMs: 50, idleMs: 1000 },
    });
    try {
      const slow = txOf(pool).query('insert into notes select 30 from pg_sleep(5)');
      await expect(slow).rejects.toMatchObject({ code: '57014' });
      await expect(slow).rejects.toSatisfy(isTransientDatabaseError);
      expect((await pool.query('select id from notes where id = 30')).rows).toEqual([]);
      await db.transaction(async (tx) => {
        await tx.query('lock table notes');
        await expect(pool.query('select * from notes')).rejects.toMatchObject({ code: '55P03' });
      });
    } finally {
      await pool.end();
    }
  });

  test('the server limits what the engine and the API ask, and nothing on our side gives up first', async () => {
    const pools = createPools(db.url);
    try {
      for (const pool of [pools.engine, pools.api]) {
        expect(pool.options).not.toHaveProperty('query_timeout');
        const { rows } = await pool.query<{ name: string; setting: string }>(
          `select name, setting from pg_settings
            where name = any ($1::text[]) and setting = '0'`,
          [['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']],
        );
        expect(rows).toEqual([]);
      }
    } finally {
      await closePools(pools);
    }
  });

  test('tells constraint violations by name', async () => {
    await countNotes();
    await db.sql.query('insert into notes values (20)');
    const error: unknown = await db.sql
      .query('insert into notes values (20)')
      .catch((e: unknown) => e);
    expect(isConstraintViolation(error, 'notes_pkey')).toBe(true);
    expect(isConstraintViolation(error, 'other')).toBe(false);
    expect(isTransientDatabaseError(error)).toBe(false);
  });
});

describe('types', () => {
  test('int8 is a number, timestamptz a Date, and what has no zone stays text', async () => {
    const { rows } = await db.sql.query(
      `select 5::int8 as n, timestamptz '2027-03-28 02:30+02' as at, date '2027-03-28' as day,
              interval '90 minutes' as span, timestamp '2027-03-28 02:30' as wall`,
    );
    expect(rows[0]).toEqual({
      n: 5,
      at: new Date('2027-03-28T00:30:00Z'),
      day: '2027-03-28',
      span: '01:30:00',
      wall: '2027-03-28 02:30:00',
    });
  });

  test('an int8 past 2^53 throws instead of lying', async () => {
    await expect(db.sql.query('select 9007199254740993 as n')).rejects.toThrow(RangeError);
  });
});

test('a pool survives the death of its idle connections', async () => {
  const pool = createPool(db.url, { name: 'victim', max: 2 });
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  await db.sql.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await expect.poll(async () => (await pool.query('select 1 as one')).rows.length).toBe(1);
  await pool.end();
});
