/** Where the open runs of one version stand. */
import type { Tx } from '#server/platform/db.ts';

/** Runs that are looked at; beyond them a count says "at least". */
const MOST_RUNS = 10_000;
const SAMPLES = 3;

export interface StandingAtStep {
  readonly stepId: string;
  readonly runs: number;
  /** Of those, with a worker at the step or a call under way. */
  readonly busy: number;
  /** Of those, where nobody knows whether something happened. */
  readonly inDoubt: number;
  /** Ids of the newest few. */
  readonly samples: readonly string[];
}

export interface Standing {
  readonly total: number;
  readonly capped: boolean;
  /** Most runs first. */
  readonly steps: readonly StandingAtStep[];
}

/**
 * By `runs_open_by_version`, then the steps of each run: the `offset 0` keeps that a loop, where a
 * hash join would read all steps that there are. 50 ms for the 10,000 of a version, beside half a
 * million open runs.
 */
export const readStanding = async (
  tx: Tx,
  automationId: string,
  version: number,
): Promise<Standing> => {
  const { rows } = await tx.query<{ total: number; steps: readonly StandingAtStep[] }>(
    `with open as materialized (
       select id from runs
        where automation_id = $1 and version = $2 and finished_at is null
        order by id desc limit $3 + 1),
     at as materialized (
       select s.* from (select id from open limit $3) r
        cross join lateral (
          select run_id, step_id, status from steps
           where run_id = r.id and finished_at is null offset 0) s),
     per_step as (
       select step_id, count(distinct run_id)::int as runs,
              count(distinct run_id) filter (where status = 'running')::int as busy,
              count(distinct run_id) filter (where status = 'needs_review')::int as in_doubt,
              (array_agg(distinct run_id order by run_id desc))[1:${SAMPLES}] as samples
         from at group by step_id)
     select (select count(*) from open)::int as total,
            coalesce((select json_agg(json_build_object(
              'stepId', step_id, 'runs', runs, 'busy', busy, 'inDoubt', in_doubt,
              'samples', samples) order by runs desc, step_id) from per_step), '[]') as steps`,
    [automationId, version, MOST_RUNS],
  );
  const row = rows[0] ?? { total: 0, steps: [] };
  const capped = row.total > MOST_RUNS;
  return { total: Math.min(row.total, MOST_RUNS), capped, steps: row.steps };
};
