import type { Transition } from '#server/engine/transition.ts';
import type { Tx } from '#server/platform/db.ts';

export interface TransitionRow {
  readonly runId: string;
  readonly orgId: string;
  readonly transition: Transition;
}

/** A row of `run_log`: what one commit adds to a run's log. */
export interface LogRow {
  readonly runId: string;
  readonly seq: number;
  readonly orgId: string;
  readonly actor: string;
  readonly entries: (readonly unknown[])[];
}

/** As the view `transitions` reads it; nulls at the end are left out. */
const entryOf = (transition: Transition, rowActor: string): readonly unknown[] => {
  const { type, data, stepId, iteration, attempt } = transition;
  const actor = transition.actor === rowActor ? null : transition.actor;
  if (attempt !== null) return [type, actor, data, stepId, iteration, attempt];
  return stepId === null ? [type, actor, data] : [type, actor, data, stepId, iteration];
};

/** Packs what one commit adds to the logs: as a rule one row per run. */
export const packLog = (rows: readonly TransitionRow[]): readonly LogRow[] => {
  const packed: LogRow[] = [];
  const lastOf = new Map<string, LogRow>();
  for (const { runId, orgId, transition } of rows) {
    const { seq, actor } = transition;
    const last = lastOf.get(runId);
    if (last !== undefined && last.seq + last.entries.length === seq) {
      last.entries.push(entryOf(transition, last.actor));
      continue;
    }
    const row: LogRow = { runId, seq, orgId, actor, entries: [entryOf(transition, actor)] };
    lastOf.set(runId, row);
    packed.push(row);
  }
  return packed;
};

/** Appends to the logs; the number comes from the locked run, so two writers cannot share one. */
export const insertTransitions = async (tx: Tx, rows: readonly TransitionRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await tx.query(
    `insert into run_log (run_id, seq, org_id, actor, at, entries)
     select u."runId", u.seq, u."orgId", u.actor, clock.now, u.entries
       from (select engine_now() as now offset 0) clock, json_to_recordset($1::json) as u (
            "runId" text, seq int, "orgId" text, actor text, entries json)`,
    [JSON.stringify(packLog(rows))],
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
