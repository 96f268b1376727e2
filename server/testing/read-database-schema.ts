/** The tables that a database really has, in the shape of `read-prisma-schema.ts`. */
import type { Tx } from '#server/platform/db.ts';
import type { ColumnShape, Tables, TableShape } from './read-prisma-schema.ts';

interface ColumnRow {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly nullable: boolean;
}

interface IndexRow {
  readonly table: string;
  readonly primary: boolean;
  readonly columns: readonly string[];
}

const COLUMNS = `
  select c.relname as "table", a.attname as "column", t.typname as "type",
         not a.attnotnull as "nullable"
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
   where n.nspname = $1 and c.relkind in ('r', 'p')
   order by c.relname, a.attnum`;

/** Whole-table unique indexes over plain columns; partial ones are beyond Prisma's words. */
const INDEXES = `
  select c.relname as "table", i.indisprimary as "primary",
         array_agg(a.attname::text order by k.position) as "columns"
    from pg_index i
    join pg_class c on c.oid = i.indrelid
    join pg_namespace n on n.oid = c.relnamespace
   cross join lateral unnest(i.indkey::int2[]) with ordinality as k(attnum, position)
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
   where n.nspname = $1 and i.indisunique and i.indpred is null and i.indexprs is null
   group by c.relname, i.indexrelid, i.indisprimary
   order by 1, 3`;

export const readDatabaseSchema = async (tx: Tx, schema = 'public'): Promise<Tables> => {
  const columns = (await tx.query<ColumnRow>(COLUMNS, [schema])).rows;
  const indexes = (await tx.query<IndexRow>(INDEXES, [schema])).rows;
  const names = new Set(columns.map(({ table }) => table));
  const tableOf = (name: string): TableShape => ({
    columns: Object.fromEntries(
      columns
        .filter(({ table }) => table === name)
        .map(({ column, type, nullable }): [string, ColumnShape] => [column, { type, nullable }]),
    ),
    primaryKey: indexes.find((index) => index.table === name && index.primary)?.columns ?? [],
    uniques: indexes
      .filter((index) => index.table === name && !index.primary)
      .map((index) => index.columns),
  });
  return Object.fromEntries([...names].map((name) => [name, tableOf(name)]));
};
