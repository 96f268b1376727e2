import type { Tx } from '#server/platform/db.ts';

export interface ParkedStep {
  readonly id: number;
  readonly runId: string;
  readonly stepId: string;
  readonly iteration: number;
}

/**
 * Steps that stand still for a connection that works: parked in the moment in which somebody
 * reconnected it, or left by a process that died while it resumed them. By `steps_attention`.
 */
export const findNeedlesslyParked = async (
  tx: Tx,
  limit: number,
): Promise<readonly ParkedStep[]> => {
  const { rows } = await tx.query<ParkedStep>(
    `select s.id, s.run_id as "runId", s.step_id as "stepId", s.iteration
       from connections c
       join steps s on s.org_id = c.org_id and s.status = 'parked'
        and s.reason ->> 'connectionId' = c.id and s.reason ->> 'code' = 'not_authorised'
      where c.health = 'ok'
      limit $1`,
    [limit],
  );
  return rows;
};

/**
 * Steps of a workspace that stand still for a connection, in pages; by `steps_attention`. Those
 * that found no connection at all are included: it may be the one that has come.
 */
export const findParkedSteps = async (
  tx: Tx,
  orgId: string,
  connectionId: string,
  after: number,
  limit: number,
): Promise<readonly ParkedStep[]> => {
  const { rows } = await tx.query<ParkedStep>(
    `select id, run_id as "runId", step_id as "stepId", iteration from steps
      where org_id = $1 and status = 'parked' and id > $3
        and (reason ->> 'connectionId' = $2 or reason ->> 'code' = 'connection_missing')
      order by id limit $4`,
    [orgId, connectionId, after, limit],
  );
  return rows;
};
