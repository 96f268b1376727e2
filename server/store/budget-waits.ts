import type { Tx } from '#server/platform/db.ts';
import { BUDGET_USED_UP } from './spend.ts';

export interface BudgetWait {
  readonly runId: string;
  readonly stepId: string;
  readonly iteration: number;
}

/**
 * Steps that wait for money which is there again: of each budget the oldest whose needs together
 * fit into what is left, so that nothing is woken in vain. What each needs was noted when it was
 * refused (`spend`, released). By `steps_waiting`, `steps_attention` and `spend_budget`.
 */
export const findFundedWaits = async (tx: Tx, limit: number): Promise<readonly BudgetWait[]> => {
  const { rows } = await tx.query<BudgetWait>(
    `with waiting as materialized (
       select id, org_id, run_id, step_id, iteration from steps
        where status = 'waiting_retry' and error ->> 'code' = $2
       union all
       select id, org_id, run_id, step_id, iteration from steps
        where status = 'parked' and reason ->> 'code' = $2),
     needs as (
       select w.*, p.budget,
              sum(p.reserved_micros) over (partition by p.org_id, p.budget order by w.id) as needed
         from waiting w
         join spend p on p.status = 'released' and p.effect_key = w.run_id || '/' || w.step_id
          || case when w.iteration > 1 then '/' || w.iteration else '' end),
     left_over as (
       select n.org_id, n.budget, b.limit_micros - coalesce((
                select sum(coalesce(p.settled_micros, p.reserved_micros)) from spend p
                 where p.org_id = b.org_id and p.budget = b.name and p.status <> 'released'
                   and (b.period = 'total' or p.created_at >= date_trunc(b.period, engine_now()))
              ), 0) as micros
         from (select distinct org_id, budget from needs) n
         left join budgets b on b.org_id = n.org_id and b.name = n.budget)
     select n.run_id as "runId", n.step_id as "stepId", n.iteration
       from needs n join left_over l on l.org_id = n.org_id and l.budget = n.budget
      -- Without a budget's row there is no limit any more.
      where l.micros is null or n.needed <= l.micros
      order by n.id limit $1`,
    [limit, BUDGET_USED_UP],
  );
  return rows;
};
