/**
 * Connections to Postgres, and the one way to run a transaction.
 *
 * Three pools by purpose, so that a burst of page views cannot take the engine's connections and
 * a listener never sits behind a query: `engine` (claims, settles, sweeps), `api` (screens, REST),
 * and the single LISTEN client of `listen.ts`.
 */
import pg from 'pg';
import { CommitUnknownError, TransactionAbortedError } from './errors.ts';
import { log } from './log.ts';

export type Pool = pg.Pool;
export type Row = pg.QueryResultRow;

export interface QueryResult<R> {
  readonly rows: R[];
  readonly rowCount: number | null;
}

/** What every store function takes first: something that runs a statement. */
export interface Tx {
  /** A `name` keeps the statement prepared on its connection: for hot ones, whose text is fixed. */
  query<R extends Row = Row>(
    text: string,
    values?: readonly unknown[],
    name?: string,
  ): Promise<QueryResult<R>>;
}

export interface TransactionLimits {
  readonly statementMs?: number;
  readonly lockMs?: number;
  readonly idleMs?: number;
  /** `read only` transactions may run on a replica and cannot write by mistake. */
  readonly mode?: 'read write' | 'read only';
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable';
}

/** For statements of the engine and of pages; what is one by itself has the same as a transaction. */
export const LIMITS = { statementMs: 15_000, lockMs: 5_000, idleMs: 15_000 } as const;

const INT8 = 20;
const DATE = 1082;
const TIMESTAMP = 1114;
const INTERVAL = 1186;

const parseInt8 = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 out of safe range: ${text}`);
  return value;
};

const asText = (text: string): string => text;

/**
 * Chosen, not inherited: int8 → number (throws past 2^53), timestamptz → Date, and what has no
 * zone (date, timestamp, interval) stays text, so that the host's zone never shifts it.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return parseInt8;
    if (oid === DATE || oid === TIMESTAMP || oid === INTERVAL) return asText;
    return format === 'binary'
      ? pg.types.getTypeParser(oid, 'binary')
      : pg.types.getTypeParser(oid, 'text');
  }) as typeof pg.types.getTypeParser,
};

export interface PoolOptions {
  readonly name: string;
  readonly max?: number;
  /**
   * How long a statement outside `withTransaction` may run, and wait for a lock; milliseconds, none
   * by default. The server ends it, and so has undone it. Nothing gives up on our side: a statement
   * whose answer nobody waits for any more may have taken effect all the same.
   */
  readonly limits?: {
    readonly statementMs: number;
    readonly lockMs: number;
    readonly idleMs: number;
  };
}

export const createPool = (connectionString: string, options: PoolOptions): Pool => {
  const { limits } = options;
  const pool = new pg.Pool({
    connectionString,
    types,
    max: options.max ?? 10,
    application_name: `holdfast-${options.name}`,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // A server that is gone without a word is noticed by its silence, in minutes and not in hours.
    keepAliveInitialDelayMillis: 10_000,
    ...(limits !== undefined && {
      statement_timeout: limits.statementMs,
      lock_timeout: limits.lockMs,
      idle_in_transaction_session_timeout: limits.idleMs,
    }),
  });
  // Without a listener, an idle client that loses its server takes the process down.
  pool.on('error', (error) => log.warn({ err: error, pool: options.name }, 'idle client lost'));
  // A client may lose its server in the very tick in which it is handed over: the pool has let go
  // of it and its taker has not run yet. One listener for its whole life leaves no such gap.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

export interface Pools {
  readonly engine: Pool;
  readonly api: Pool;
}

export const createPools = (
  connectionString: string,
  sizes: { readonly engine?: number; readonly api?: number } = {},
): Pools => ({
  engine: createPool(connectionString, { name: 'engine', max: sizes.engine ?? 10, limits: LIMITS }),
  api: createPool(connectionString, { name: 'api', max: sizes.api ?? 10, limits: LIMITS }),
});

export const closePools = async (pools: Pools): Promise<void> => {
  await Promise.all([pools.engine.end(), pools.api.end()]);
};

/** One simple-protocol message: BEGIN and the limits cost a single round trip. */
const beginStatement = (limits: TransactionLimits): string =>
  `begin isolation level ${limits.isolation ?? 'read committed'} ${limits.mode ?? 'read write'};
   set local statement_timeout = ${limits.statementMs ?? LIMITS.statementMs};
   set local lock_timeout = ${limits.lockMs ?? LIMITS.lockMs};
   set local idle_in_transaction_session_timeout = ${limits.idleMs ?? LIMITS.idleMs}`;

const commit = async (client: pg.PoolClient): Promise<void> => {
  const answer = await client.query('commit').catch((cause: unknown) => {
    // A deferred constraint answers with a SQLSTATE of class 23: then nothing was committed.
    if (cause instanceof pg.DatabaseError && cause.code?.startsWith('23') === true) throw cause;
    throw new CommitUnknownError('The answer to COMMIT was lost', { cause });
  });
  if (answer.command !== 'COMMIT') {
    throw new TransactionAbortedError(`COMMIT was answered with ${answer.command}`);
  }
};

/** Null when the connection is clean again; the reason to destroy it otherwise. */
const rollback = async (client: pg.PoolClient): Promise<Error | null> => {
  try {
    await client.query('rollback');
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
};

/**
 * Runs `work` in one transaction: all of it is durable when this resolves, none when it rejects
 * (except `CommitUnknownError`, after which the caller has to look).
 */
export const withTransaction = async <T>(
  pool: Pool,
  work: (tx: Tx) => Promise<T>,
  limits: TransactionLimits = {},
): Promise<T> => {
  const client = await pool.connect();
  // A checked-out client emits its own errors; the failing query rejects as well, so this only
  // keeps the process alive.
  const onError = (error: Error): void => log.debug({ err: error }, 'client lost in transaction');
  client.on('error', onError);
  let broken: Error | null = null;
  try {
    await client.query(beginStatement(limits));
    const result = await work(txOf(client));
    await commit(client);
    return result;
  } catch (error) {
    broken = error instanceof CommitUnknownError ? error : await rollback(client);
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken ?? undefined);
  }
};

/** A pool or client seen as a `Tx`; on a pool every statement commits by itself. */
export const txOf = (client: pg.Pool | pg.ClientBase): Tx => ({
  query: async <R extends Row>(text: string, values?: readonly unknown[], name?: string) =>
    name === undefined
      ? client.query<R>(text, values === undefined ? undefined : [...values])
      : client.query<R>({ name, text, values: [...(values ?? [])] }),
});
