import type { Tx } from '#server/platform/db.ts';

export interface SignalKey {
  readonly orgId: string;
  readonly name: string;
  readonly correlationKey: string;
}

/** Any constant will do, as long as only signals use it: "sign" in ASCII. */
const LOCK_CLASS = 0x7369676e;

/**
 * One at a time per (organisation, name, key), until the transaction ends: whoever stores a signal
 * and whoever begins to wait for it take this lock first, so that one of the two always sees the
 * other. Storing takes no run's lock, so the order run → signal key cannot turn into a ring.
 */
export const lockSignalKeys = async (tx: Tx, keys: readonly SignalKey[]): Promise<void> => {
  const names = [
    ...new Set(keys.map((key) => JSON.stringify([key.orgId, key.name, key.correlationKey]))),
  ].toSorted();
  if (names.length === 0) return;
  await tx.query(
    `select pg_advisory_xact_lock($2, h) from (
       select distinct hashtext(n) as h from unnest($1::text[]) as n order by 1) as hashes`,
    [names, LOCK_CLASS],
  );
};

export interface NewSignal extends SignalKey {
  readonly id: string;
  readonly identity: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The stored signal's id: the new one, or that of the first with the same identity. */
export const storeSignal = async (
  tx: Tx,
  signal: NewSignal,
): Promise<{ readonly id: string; readonly duplicate: boolean }> => {
  const { rowCount } = await tx.query(
    `insert into signals (id, org_id, name, correlation_key, identity, payload)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (org_id, name, identity) do nothing`,
    [
      signal.id,
      signal.orgId,
      signal.name,
      signal.correlationKey,
      signal.identity,
      JSON.stringify(signal.payload),
    ],
  );
  if (rowCount === 1) return { id: signal.id, duplicate: false };
  const { rows } = await tx.query<{ id: string }>(
    'select id from signals where org_id = $1 and name = $2 and identity = $3',
    [signal.orgId, signal.name, signal.identity],
  );
  const first = rows[0];
  if (first === undefined) throw new Error('A signal was refused as a duplicate of none.');
  // The first with this identity may be this very one, stored before a COMMIT's answer was lost.
  return { id: first.id, duplicate: first.id !== signal.id };
};

export interface StoredSignal {
  readonly id: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The oldest signal for this key that nobody has consumed, locked; by `signals_waiting`. */
export const takeUnconsumedSignal = async (
  tx: Tx,
  key: SignalKey,
  taken: readonly string[],
): Promise<StoredSignal | null> => {
  const { rows } = await tx.query<StoredSignal>(
    `select id, payload from signals
      where org_id = $1 and name = $2 and correlation_key = $3 and consumed_at is null
        and id <> all ($4::text[])
      order by received_at, id limit 1
      for update skip locked`,
    [key.orgId, key.name, key.correlationKey, taken],
  );
  return rows[0] ?? null;
};

export interface SignalUse {
  readonly signalId: string;
  readonly subscriptionId: string;
}

/** One signal satisfies one wait: consuming a consumed one is a bug, and undoes the transaction. */
export const consumeSignals = async (tx: Tx, uses: readonly SignalUse[]): Promise<void> => {
  if (uses.length === 0) return;
  const { rowCount } = await tx.query(
    `update signals s set consumed_at = engine_now(), consumed_by = u."subscriptionId"
       from json_to_recordset($1::json) as u ("signalId" text, "subscriptionId" text)
      where s.id = u."signalId" and s.consumed_at is null`,
    [JSON.stringify(uses)],
  );
  if (rowCount !== uses.length) throw new Error('A signal was consumed twice.');
};

/** The run whose wait consumed the signal. */
export const runThatConsumed = async (tx: Tx, signalId: string): Promise<string | null> => {
  const { rows } = await tx.query<{ runId: string }>(
    `select b.run_id as "runId" from signals s join subscriptions b on b.id = s.consumed_by
      where s.id = $1`,
    [signalId],
  );
  return rows[0]?.runId ?? null;
};

/** Stored signals that an open wait should have had: both committed, and missed each other. */
export const findUnmatchedSignals = async (
  tx: Tx,
  limit: number,
): Promise<readonly SignalKey[]> => {
  const { rows } = await tx.query<SignalKey>(
    `select distinct b.org_id as "orgId", b.signal as name, b.correlation_key as "correlationKey"
       from subscriptions b
       join signals s on s.org_id = b.org_id and s.name = b.signal
        and s.correlation_key = b.correlation_key and s.consumed_at is null
      where b.closed_at is null
      limit $1`,
    [limit],
  );
  return rows;
};
