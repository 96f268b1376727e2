/** What the same Postgres does without us: the yardstick that makes figures comparable. */
import { withTransaction, type Pool } from '#server/platform/db.ts';
import type { BenchServer } from './bench-database.ts';

const ROWS = 10_000;
const SECONDS = 3;
const SINGLE_CONNECTIONS = 8;
const BATCH_CONNECTIONS = 4;
const BATCH = 50;

export interface RawLimits {
  /** `UPDATE` of one row and `COMMIT`, on 8 connections. */
  readonly singlePerSecond: number;
  /** Rows per second when each commit updates 50 of them, on 4 connections. */
  readonly batchedPerSecond: number;
}

const measure = async (connections: number, work: () => Promise<number>): Promise<number> => {
  const began = performance.now();
  const until = began + SECONDS * 1000;
  let rows = 0;
  const loop = async (): Promise<void> => {
    while (performance.now() < until) rows += await work();
  };
  await Promise.all(Array.from({ length: connections }, loop));
  return (rows * 1000) / (performance.now() - began);
};

const randomId = (): number => 1 + Math.floor(Math.random() * ROWS);

const single = async (pool: Pool): Promise<number> => {
  await pool.query({
    name: 'bench_single',
    text: 'update bench_rows set value = value + 1 where id = $1',
    values: [randomId()],
  });
  return 1;
};

const batched = async (pool: Pool): Promise<number> =>
  withTransaction(pool, async (tx) => {
    // In the order of ids, so that two batches never wait for each other in a circle.
    const ids = [...new Set(Array.from({ length: BATCH }, randomId))].toSorted((a, b) => a - b);
    await tx.query(
      `with picked as materialized (
         select id from bench_rows where id = any ($1::int[]) order by id for update)
       update bench_rows b set value = value + 1 from picked where b.id = picked.id`,
      [ids],
    );
    return ids.length;
  });

export const measureRawLimits = async (server: BenchServer): Promise<RawLimits> => {
  const { pool, close } = await server.database();
  await pool.query(`create table bench_rows (id int primary key, value int not null default 0)
                    with (fillfactor = 75)`);
  await pool.query(`insert into bench_rows select generate_series(1, ${ROWS})`);
  const singlePerSecond = await measure(SINGLE_CONNECTIONS, async () => single(pool));
  const batchedPerSecond = await measure(BATCH_CONNECTIONS, async () => batched(pool));
  await close();
  return { singlePerSecond, batchedPerSecond };
};
