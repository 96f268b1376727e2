import type { Transition } from '#server/engine/transition.ts';
import type { Tx } from '#server/platform/db.ts';

export interface TransitionRow {
  readonly runId: string;
  readonly orgId: string;
  readonly transition: Transition;
}

/** One record per row, as `json_to_recordset` reads them. */
export const flatTransitions = (rows: readonly TransitionRow[]): readonly unknown[] =>
  rows.map(({ runId, orgId, transition }) => ({ runId, orgId, ...transition }));

/** Appends to the logs; the number comes from the locked run, so two writers cannot share one. */
export const insertTransitions = async (tx: Tx, rows: readonly TransitionRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await tx.query(
    `insert into transitions (run_id, seq, org_id, type, step_id, iteration, attempt, actor, data, at)
     select u."runId", u.seq, u."orgId", u.type, u."stepId", u.iteration, u.attempt, u.actor,
            coalesce(u.data, '{}'), clock.now
       from (select engine_now() as now offset 0) clock, json_to_recordset($1::json) as u (
            "runId" text, seq int, "orgId" text, type text, "stepId" text, iteration int,
            attempt int, actor text, data jsonb)`,
    [JSON.stringify(flatTransitions(rows))],
    'insert-transitions',
  );
};

/** A run's whole log, in order. */
export const readTransitions = async (tx: Tx, runId: string): Promise<readonly Transition[]> => {
  const { rows } = await tx.query<Transition>(
    `select seq, type, step_id as "stepId", iteration, attempt, actor, data
       from transitions where run_id = $1 order by seq`,
    [runId],
  );
  return rows;
};
