import type { TransitionBody } from '#server/engine/transition.ts';
import type { Tx } from '#server/platform/db.ts';

export interface Note {
  readonly runId: string;
  readonly stepId: string | null;
  readonly iteration: number | null;
  readonly attempt: number | null;
  readonly actor: string;
  readonly body: TransitionBody;
}

/** Appends a fact that changes no state: the run is locked and its number raised, nothing else. */
export const noteTransition = async (tx: Tx, note: Note): Promise<void> => {
  await tx.query(
    `with r as (
       update runs set seq = seq + 1, updated_at = engine_now() where id = $1
       returning org_id, seq)
     insert into transitions (run_id, seq, org_id, type, step_id, iteration, attempt, actor, data)
     select $1, r.seq, r.org_id, $2, $3, $4, $5, $6, $7 from r`,
    [
      note.runId,
      note.body.type,
      note.stepId,
      note.iteration,
      note.attempt,
      note.actor,
      JSON.stringify(note.body.data),
    ],
  );
};
