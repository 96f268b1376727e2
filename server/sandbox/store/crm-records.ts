import type { Tx } from '#server/platform/db.ts';
import { storableText } from '#server/platform/storable.ts';
import { storableJson } from './storable.ts';

export interface CrmRecord {
  readonly id: string;
  readonly object: string;
  readonly externalId: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Upserts so far, the creating one included. */
  readonly writes: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface CrmRow {
  readonly id: string;
  readonly object: string;
  readonly external_id: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly writes: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const COLUMNS = 'id, object, external_id, fields, writes, created_at, updated_at';

const toRecord = (row: CrmRow): CrmRecord => ({
  id: row.id,
  object: row.object,
  externalId: row.external_id,
  fields: row.fields,
  writes: row.writes,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export interface CrmUpsert {
  /** Used when the record does not exist yet. */
  readonly newId: string;
  readonly object: string;
  readonly externalId: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Creates or updates by external id, and logs the write. Call it inside a transaction. */
export const upsertCrmRecord = async (
  tx: Tx,
  upsert: CrmUpsert,
): Promise<{ readonly record: CrmRecord; readonly created: boolean }> => {
  const { rows } = await tx.query<CrmRow>(
    `insert into sandbox.crm_records as r (id, object, external_id, fields)
     values ($1, $2, $3, $4::jsonb)
     on conflict (object, external_id) do update
       set fields = r.fields || excluded.fields, writes = r.writes + 1,
           updated_at = clock_timestamp()
     returning ${COLUMNS}`,
    [
      upsert.newId,
      storableText(upsert.object),
      storableText(upsert.externalId),
      storableJson(upsert.fields),
    ],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('The record was not stored.');
  const created = row.id === upsert.newId;
  await tx.query(
    'insert into sandbox.crm_calls (record_id, operation, fields) values ($1, $2, $3::jsonb)',
    [row.id, created ? 'created' : 'updated', storableJson(upsert.fields)],
  );
  return { record: toRecord(row), created };
};

export const findCrmRecord = async (
  tx: Tx,
  object: string,
  externalId: string,
): Promise<CrmRecord | null> => {
  const { rows } = await tx.query<CrmRow>(
    `select ${COLUMNS} from sandbox.crm_records where object = $1 and external_id = $2`,
    [storableText(object), storableText(externalId)],
  );
  return rows[0] === undefined ? null : toRecord(rows[0]);
};

/** Latest change first. */
export const listCrmRecords = async (
  tx: Tx,
  filter: { readonly object?: string | undefined; readonly limit: number },
): Promise<readonly CrmRecord[]> => {
  const { rows } = await tx.query<CrmRow>(
    `select ${COLUMNS} from sandbox.crm_records
      where $1::text is null or object = $1
      order by updated_at desc, id desc limit $2`,
    [filter.object ?? null, filter.limit],
  );
  return rows.map(toRecord);
};
