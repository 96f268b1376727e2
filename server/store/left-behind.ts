import type { Lane } from '#server/engine/state.ts';
import type { Tx } from '#server/platform/db.ts';
import { queuesOfLane } from './ready-groups.ts';

export interface LapsedStep {
  readonly runId: string;
  readonly stepId: string;
  readonly iteration: number;
  readonly token: number;
  readonly owner: string;
}

/** Steps whose worker let the lease run out; by `steps_running`. */
export const findLapsedSteps = async (tx: Tx, limit: number): Promise<readonly LapsedStep[]> => {
  const { rows } = await tx.query<LapsedStep>(
    `select run_id as "runId", step_id as "stepId", iteration, token, owner
       from steps where status = 'running' and lease_until < engine_now()
      order by id limit $1`,
    [limit],
  );
  return rows;
};

/** Whether the lease is still lapsed, asked under the run's lock. */
export const isLeaseLapsed = async (tx: Tx, step: LapsedStep): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `select 1 from steps
      where run_id = $1 and step_id = $2 and iteration = $3 and token = $4
        and status = 'running' and lease_until < engine_now()
        for update`,
    [step.runId, step.stepId, step.iteration, step.token],
  );
  return rowCount === 1;
};

export interface ForgottenStep {
  readonly runId: string;
  readonly stepId: string;
  readonly iteration: number;
  readonly lane: Lane;
  readonly wake: number;
}

/**
 * Steps that have been ready for a while: whatever announced them was lost, or the lane is full.
 * Announcing again is harmless. By `steps_claim`, per lane: the wider condition on the status is
 * the index's own.
 */
export const findForgottenSteps = async (
  tx: Tx,
  lanes: readonly Lane[],
  seconds: number,
  limit: number,
): Promise<readonly ForgottenStep[]> => {
  const { rows } = await tx.query<ForgottenStep>(
    `select s.run_id as "runId", s.step_id as "stepId", s.iteration, s.lane, s.wake
       from unnest($1::text[]) as l (lane)
      cross join lateral (
        with recursive ${queuesOfLane('l.lane', "''", "''", '$3::int')}
        select f.* from queues q cross join lateral (
          select run_id, step_id, iteration, lane, wake from steps
           where lane = l.lane and org_id = q.org_id and connection = q.connection
             and status in ('ready', 'running') and status = 'ready'
             and ready_at < engine_now() - make_interval(secs => $2)
           order by ready_at, id limit $3) f
         limit $3) s`,
    [lanes, seconds, limit],
  );
  return rows;
};
