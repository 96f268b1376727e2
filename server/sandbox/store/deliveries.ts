import type { Tx } from '#server/platform/db.ts';

/** Something that the sandbox owes the product, with the exact bytes of its body. */
export interface Delivery {
  readonly id: string;
  readonly kind: 'interaction' | 'mail';
  readonly subjectId: string;
  readonly body: string;
  /** Including the attempt that this claim is for. */
  readonly attempts: number;
  readonly lastError: string | null;
}

export interface NewDelivery {
  readonly id: string;
  readonly kind: 'interaction' | 'mail';
  readonly subjectId: string;
  readonly body: string;
}

interface DeliveryRow {
  readonly id: string;
  readonly kind: 'interaction' | 'mail';
  readonly subject_id: string;
  readonly body: string;
  readonly attempts: number;
  readonly last_error: string | null;
}

const COLUMNS = 'd.id, d.kind, d.subject_id, d.body, d.attempts, d.last_error';

const toDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  kind: row.kind,
  subjectId: row.subject_id,
  body: row.body,
  attempts: row.attempts,
  lastError: row.last_error,
});

/** Longer than any single attempt takes. */
const LEASE_SECONDS = 15;

/**
 * Stores a delivery already claimed by the caller, whose attempt it is once the transaction has
 * committed. Should the caller die first, its lease lapses and the loop takes over.
 */
export const storeDelivery = async (tx: Tx, delivery: NewDelivery): Promise<Delivery> => {
  const { rows } = await tx.query<DeliveryRow>(
    `insert into sandbox.deliveries as d (id, kind, subject_id, body, attempts, leased_until)
     values ($1, $2, $3, $4, 1, clock_timestamp() + $5 * interval '1 second')
     returning ${COLUMNS}`,
    [delivery.id, delivery.kind, delivery.subjectId, delivery.body, LEASE_SECONDS],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('The delivery was not stored.');
  return toDelivery(row);
};

/** Takes up to `limit` deliveries that are due and not being attempted; counts the attempt. */
export const claimDeliveries = async (tx: Tx, limit: number): Promise<readonly Delivery[]> => {
  const { rows } = await tx.query<DeliveryRow>(
    `with due as materialized (
       select id from sandbox.deliveries
        where status = 'pending' and next_attempt_at <= clock_timestamp()
          and (leased_until is null or leased_until < clock_timestamp())
        order by next_attempt_at limit $1
        for update skip locked
     )
     update sandbox.deliveries d
        set attempts = attempts + 1,
            leased_until = clock_timestamp() + $2 * interval '1 second'
       from due where d.id = due.id
     returning ${COLUMNS}`,
    [limit, LEASE_SECONDS],
  );
  return rows.map(toDelivery);
};

export interface DeliveryAnswer {
  readonly status: number | null;
  readonly durationMs: number;
  readonly error: string | null;
  /** Seconds until the next attempt; null: there will be none. */
  readonly retryInSeconds: number | null;
}

/** Records how an attempt went. A 2xx settles it; otherwise it waits, or is given up. */
export const settleDelivery = async (
  tx: Tx,
  delivery: Delivery,
  answer: DeliveryAnswer,
): Promise<void> => {
  const settled =
    answer.error === null ? 'delivered' : answer.retryInSeconds === null ? 'given_up' : 'pending';
  await tx.query(
    `update sandbox.deliveries
        set status = $2, answer_status = $3, answer_ms = $4, last_error = $5,
            leased_until = null,
            next_attempt_at = case when $2 = 'pending'
              then clock_timestamp() + $6::double precision * interval '1 second' end
      where id = $1 and attempts = $7 and status = 'pending'`,
    [
      delivery.id,
      settled,
      answer.status,
      Math.round(answer.durationMs),
      answer.error,
      answer.retryInSeconds ?? 0,
      delivery.attempts,
    ],
  );
};

export interface DeliveryState {
  readonly status: 'pending' | 'delivered' | 'given_up';
  readonly attempts: number;
  readonly answerStatus: number | null;
  readonly answerMs: number | null;
  readonly lastError: string | null;
}

export const readDelivery = async (tx: Tx, id: string): Promise<DeliveryState | null> => {
  const { rows } = await tx.query<{
    status: DeliveryState['status'];
    attempts: number;
    answer_status: number | null;
    answer_ms: number | null;
    last_error: string | null;
  }>(
    `select status, attempts, answer_status, answer_ms, last_error
       from sandbox.deliveries where id = $1`,
    [id],
  );
  const row = rows[0];
  if (row === undefined) return null;
  return {
    status: row.status,
    attempts: row.attempts,
    answerStatus: row.answer_status,
    answerMs: row.answer_ms,
    lastError: row.last_error,
  };
};
