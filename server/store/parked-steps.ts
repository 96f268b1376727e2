import type { Tx } from '#server/platform/db.ts';

export interface ParkedStep {
  readonly id: number;
  readonly runId: string;
  readonly stepId: string;
  readonly iteration: number;
}

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
  const { rows } = await tx.query<ParkedStep & { [column: string]: unknown }>(
    `select id, run_id as "runId", step_id as "stepId", iteration from steps
      where org_id = $1 and status = 'parked' and id > $3
        and (reason ->> 'connectionId' = $2 or reason ->> 'code' = 'connection_missing')
      order by id limit $4`,
    [orgId, connectionId, after, limit],
  );
  return rows;
};
