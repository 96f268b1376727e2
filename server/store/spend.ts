import type { Tx } from '#server/platform/db.ts';

/** The reason of steps that wait for money, by which the budget sweep finds them. */
export const BUDGET_USED_UP = 'budget_used_up';

export interface Reservation {
  readonly effectKey: string;
  readonly orgId: string;
  readonly budget: string;
  readonly runId: string;
  /** Millionths of the currency unit. */
  readonly micros: number;
}

/** What a refused call would have reserved: the budget sweep compares it with what is left. */
const noteNeed = async (tx: Tx, { effectKey, orgId, budget, runId, micros }: Reservation) =>
  tx.query(
    `insert into spend (effect_key, org_id, budget, run_id, reserved_micros, status, created_at,
                        closed_at)
     values ($1, $2, $3, $4, $5, 'released', engine_now(), engine_now())
     on conflict (effect_key) do update set reserved_micros = excluded.reserved_micros
      where spend.status = 'released'`,
    [effectKey, orgId, budget, runId, micros],
  );

/**
 * Reserves before the call; false when the budget is used up. The budget's row is locked, so that
 * two reservations see each other; without such a row there is no limit. Repeating it is free:
 * the effect's key holds one reservation.
 */
export const reserveSpend = async (tx: Tx, reservation: Reservation): Promise<boolean> => {
  const { rows: budgets } = await tx.query<{ limit: number; period: string }>(
    `select limit_micros as limit, period from budgets
      where org_id = $1 and name = $2 for update`,
    [reservation.orgId, reservation.budget],
  );
  const budget = budgets[0];
  if (budget !== undefined) {
    const { rows } = await tx.query<{ used: string | null }>(
      `select sum(coalesce(settled_micros, reserved_micros)) as used from spend
        where org_id = $1 and budget = $2 and status <> 'released' and effect_key <> $4
          and ($3 = 'total' or created_at >= date_trunc($3, engine_now()))`,
      [reservation.orgId, reservation.budget, budget.period, reservation.effectKey],
    );
    if (Number(rows[0]?.used ?? 0) + reservation.micros > budget.limit) {
      await noteNeed(tx, reservation);
      return false;
    }
  }
  await tx.query(
    `insert into spend (effect_key, org_id, budget, run_id, reserved_micros, status, created_at)
     values ($1, $2, $3, $4, $5, 'reserved', engine_now())
     on conflict (effect_key) do update
        set status = 'reserved', reserved_micros = excluded.reserved_micros, closed_at = null
      where spend.status = 'released'`,
    [
      reservation.effectKey,
      reservation.orgId,
      reservation.budget,
      reservation.runId,
      reservation.micros,
    ],
  );
  return true;
};

/**
 * When the period of a used-up budget ends, epoch milliseconds; null for one without periods, which
 * only a higher limit helps.
 */
export const readBudgetEnd = async (
  tx: Tx,
  orgId: string,
  budget: string,
): Promise<number | null> => {
  const { rows } = await tx.query<{ until: number | null }>(
    `select case when period <> 'total' then floor(extract(epoch from
              date_trunc(period, engine_now()) + ('1 ' || period)::interval) * 1000)::bigint
            end as until
       from budgets where org_id = $1 and name = $2`,
    [orgId, budget],
  );
  return rows[0]?.until ?? null;
};

/** The real cost is known. */
export const settleSpend = async (tx: Tx, effectKey: string, micros: number): Promise<void> => {
  await tx.query(
    `update spend set status = 'settled', settled_micros = $2, closed_at = engine_now()
      where effect_key = $1 and status = 'reserved'`,
    [effectKey, Math.max(0, Math.round(micros))],
  );
};

/** The call is known not to have happened, and will not be tried again. */
export const releaseSpend = async (tx: Tx, effectKey: string): Promise<void> => {
  await tx.query(
    `update spend set status = 'released', closed_at = engine_now()
      where effect_key = $1 and status = 'reserved'`,
    [effectKey],
  );
};

/** The cost is not known, and is taken to be what was reserved. */
export const settleReservedSpend = async (tx: Tx, effectKey: string): Promise<void> => {
  await tx.query(
    `update spend set status = 'settled', settled_micros = reserved_micros, closed_at = engine_now()
      where effect_key = $1 and status = 'reserved'`,
    [effectKey],
  );
};
