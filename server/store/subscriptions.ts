import type { Tx } from '#server/platform/db.ts';

export interface NewSubscription {
  readonly id: string;
  readonly orgId: string;
  readonly runId: string;
  readonly stepId: string;
  readonly iteration: number;
  readonly signal: string;
  readonly correlationKey: string;
  /** Begun and answered within one transaction. */
  readonly closed: boolean;
}

export interface SubscriptionsToClose {
  readonly runId: string;
  readonly stepId: string;
  readonly iteration: number;
}

export const insertSubscriptions = async (
  tx: Tx,
  subscriptions: readonly NewSubscription[],
): Promise<void> => {
  if (subscriptions.length === 0) return;
  await tx.query(
    `insert into subscriptions (id, org_id, run_id, step_id, iteration, signal, correlation_key,
                                closed_at)
     select u.id, u."orgId", u."runId", u."stepId", u.iteration, u.signal, u."correlationKey",
            case when u.closed then engine_now() end
       from json_to_recordset($1::json) as u (
            id text, "orgId" text, "runId" text, "stepId" text, iteration int, signal text,
            "correlationKey" text, closed boolean)
     -- A visit that is replayed waits again, in the place of its earlier wait.
     on conflict (run_id, step_id, iteration) do update
        set id = excluded.id, signal = excluded.signal, created_at = engine_now(),
            correlation_key = excluded.correlation_key, closed_at = excluded.closed_at
      where subscriptions.closed_at is not null`,
    [JSON.stringify(subscriptions)],
  );
};

export const closeSubscriptions = async (
  tx: Tx,
  visits: readonly SubscriptionsToClose[],
): Promise<void> => {
  if (visits.length === 0) return;
  await tx.query(
    `update subscriptions s set closed_at = engine_now()
       from json_to_recordset($1::json) as u ("runId" text, "stepId" text, iteration int)
      where s.run_id = u."runId" and s.step_id = u."stepId" and s.iteration = u.iteration
        and s.closed_at is null`,
    [JSON.stringify(visits)],
  );
};

export interface OpenSubscription {
  readonly id: string;
  readonly runId: string;
  readonly stepId: string;
  readonly iteration: number;
}

/** The wait that has been open longest; by `subscriptions_open`. */
export const findOpenSubscription = async (
  tx: Tx,
  orgId: string,
  signal: string,
  correlationKey: string,
): Promise<OpenSubscription | null> => {
  const { rows } = await tx.query<OpenSubscription>(
    `select id, run_id as "runId", step_id as "stepId", iteration
       from subscriptions
      where org_id = $1 and signal = $2 and correlation_key = $3 and closed_at is null
      order by created_at, id limit 1`,
    [orgId, signal, correlationKey],
  );
  return rows[0] ?? null;
};

/** Whether the subscription is still open, asked under its run's lock. */
export const isSubscriptionOpen = async (tx: Tx, id: string): Promise<boolean> => {
  const { rowCount } = await tx.query(
    'select 1 from subscriptions where id = $1 and closed_at is null',
    [id],
  );
  return rowCount === 1;
};
