import type { Tx } from '#server/platform/db.ts';

export type OutboxTopic = 'step.ready' | 'timer.due' | 'migration.ready';

export interface OutboxRow {
  readonly id: string;
  readonly topic: OutboxTopic;
  /** Ids only. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds by the engine's clock; null: at once. */
  readonly startAfter: number | null;
}

/**
 * The same announcement written twice is one: its id says what it announces. In the order of ids,
 * since two transactions may announce the same timers' second.
 */
export const insertOutbox = async (tx: Tx, rows: readonly OutboxRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await tx.query(
    `insert into outbox (id, topic, payload, start_after, created_at)
     select u.id, u.topic, u.payload, to_timestamp(u."startAfter" / 1000.0),
            (select engine_now())
       from json_to_recordset($1::json) as u (
            id uuid, topic text, payload jsonb, "startAfter" numeric)
      where not exists (select 1 from outbox known where known.id = u.id)
      order by u.id
     on conflict (id) do nothing`,
    [JSON.stringify(rows)],
  );
};

/** Announcements that have been heeded: nobody needs to publish them any more. */
export const deleteOutbox = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  await tx.query('delete from outbox where id = any ($1::uuid[])', [ids]);
};

export interface UnsentRow {
  readonly id: string;
  readonly topic: OutboxTopic;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly startAfter: Date | null;
}

/**
 * Found by `sent_at is null` and never by "id greater than": ids are given in insert order, rows
 * appear in commit order. By `outbox_unsent (created_at, id)`; relays pass by each other's rows, and
 * by those that are younger than asked for.
 */
export const takeUnsent = async (
  tx: Tx,
  limit: number,
  olderThanMs: number,
): Promise<readonly UnsentRow[]> => {
  const { rows } = await tx.query<UnsentRow>(
    `select id, topic, payload,
            -- By the wall clock, which is the queue's.
            start_after - (engine_now() - now()) as "startAfter"
       from outbox
      where sent_at is null
        and created_at <= (select engine_now()) - make_interval(secs => $2 / 1000.0)
      order by created_at, id
      limit $1
      for update skip locked`,
    [limit, olderThanMs],
  );
  return rows;
};

export const markSent = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  const { rowCount } = await tx.query(
    'update outbox set sent_at = (select engine_now()) where id = any ($1::uuid[]) and sent_at is null',
    [ids],
  );
  if (rowCount !== ids.length) throw new Error('An outbox row was sent by someone else.');
};

/** Deletes what was sent more than a day ago, a bounded number at a time; by `outbox_sent`. */
export const deleteSent = async (tx: Tx, limit: number): Promise<number> => {
  const { rowCount } = await tx.query(
    `with old as materialized (
       select id from outbox where sent_at < engine_now() - interval '1 day' limit $1
       for update skip locked)
     delete from outbox o using old where o.id = old.id`,
    [limit],
  );
  return rowCount ?? 0;
};
