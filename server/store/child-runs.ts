/** Runs that a step of another run has started. */
import { CHILD_TOO_LATE } from '#server/engine/await-child.ts';
import type { RunStatus } from '#server/engine/state.ts';
import type { Tx } from '#server/platform/db.ts';

/** The automation that a document names, by id or by its address in the product. */
export const findAutomationNamed = async (
  tx: Tx,
  orgId: string,
  name: string,
): Promise<string | null> => {
  const { rows } = await tx.query<{ id: string }>(
    `select id from automations where org_id = $1 and (id = $2 or slug = $2)
      order by id = $2 desc limit 1`,
    [orgId, name],
  );
  return rows[0]?.id ?? null;
};

/** How many runs stand above this one, itself included; no further than `most`. */
export const countAncestors = async (tx: Tx, runId: string, most: number): Promise<number> => {
  const { rows } = await tx.query<{ depth: number }>(
    `with recursive up as (
       select id, parent_run_id, 1 as depth from runs where id = $1
       union all
       select r.id, r.parent_run_id, up.depth + 1
         from up join runs r on r.id = up.parent_run_id where up.depth < $2)
     select max(depth) as depth from up`,
    [runId, most],
  );
  return rows[0]?.depth ?? 0;
};

export interface ChildState {
  readonly status: RunStatus;
  readonly outcome: string | null;
}

/** The child as it is now, locked: it cannot end unseen before its parent's wait is committed. */
export const lockChild = async (tx: Tx, runId: string): Promise<ChildState> => {
  const { rows } = await tx.query<ChildState & { [column: string]: unknown }>(
    'select status, outcome from runs where id = $1 for update',
    [runId],
  );
  const [child] = rows;
  if (child === undefined) throw new Error(`There is no run ${runId}.`);
  return child;
};

export interface LeftChild {
  readonly id: string;
  readonly orgId: string;
  /** It was waited for in vain, rather than its parent's wait having been cancelled. */
  readonly late: boolean;
}

/**
 * Unfinished children whose parent's wait for them was cancelled, or was over and wants them
 * cancelled; of one parent or of all. By `runs_open_children`.
 */
export const findLeftChildren = async (
  tx: Tx,
  parentRunId: string | null,
  limit: number,
): Promise<readonly LeftChild[]> => {
  const { rows } = await tx.query<LeftChild & { [column: string]: unknown }>(
    `select c.id, c.org_id as "orgId", s.status = 'failed' as late from runs c
       join steps s on s.run_id = c.parent_run_id and s.step_id = c.parent_step_id
        and s.iteration = c.parent_iteration
      where c.parent_run_id is not null and c.finished_at is null
        and ($1::text is null or c.parent_run_id = $1)
        and c.cancel_requested_at is null
        and (s.status = 'cancelled' or s.status = 'failed' and s.error ->> 'code' = $3)
      limit $2`,
    [parentRunId, limit, CHILD_TOO_LATE],
  );
  return rows;
};

export interface Relative {
  readonly runId: string;
  readonly automationName: string;
}

/** The run that started this one; by primary key. */
export const findParentRun = async (tx: Tx, runId: string): Promise<Relative | null> => {
  const { rows } = await tx.query<Relative & { [column: string]: unknown }>(
    `select p.id as "runId", a.name as "automationName"
       from runs r join runs p on p.id = r.parent_run_id
       join automations a on a.id = p.automation_id
      where r.id = $1`,
    [runId],
  );
  return rows[0] ?? null;
};

export interface ChildRun extends Relative {
  readonly stepId: string;
  readonly iteration: number;
  readonly status: RunStatus;
}

/** The runs that it started, in that order, so many at most; by `runs_by_parent`. */
export const listChildRuns = async (
  tx: Tx,
  runId: string,
  limit: number,
): Promise<readonly ChildRun[]> => {
  const { rows } = await tx.query<ChildRun & { [column: string]: unknown }>(
    `select c.id as "runId", a.name as "automationName", c.parent_step_id as "stepId",
            c.parent_iteration as iteration, c.status
       from runs c join automations a on a.id = c.automation_id
      where c.parent_run_id = $1 order by c.id limit $2`,
    [runId, limit],
  );
  return rows;
};
