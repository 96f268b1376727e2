/** One look at a run, in one statement. */
import type { Tx } from '#server/platform/db.ts';

export interface OpenStep {
  readonly stepId: string;
  readonly status: string;
  readonly effectKey: string | null;
  /** The worker that holds it. */
  readonly owner: string | null;
}

export interface Look {
  readonly runId: string;
  readonly status: string;
  readonly finished: boolean;
  readonly outcome: string | null;
  /** Changes whenever anything about the run has. */
  readonly mark: string;
  readonly steps: readonly OpenStep[];
  readonly approvals: readonly string[];
  readonly subscriptions: readonly {
    readonly id: string;
    readonly signal: string;
    readonly correlationKey: string;
    readonly iteration: number;
  }[];
  /** Seconds until the first wait or retry, and until the first deadline; null: none. */
  readonly nextWait: number | null;
  readonly nextDeadline: number | null;
  readonly inFlight: boolean;
  /** Nobody knows yet what became of an effect. */
  readonly inDoubt: boolean;
}

const SQL = `
  select r.id as "runId", r.status, r.finished_at is not null as finished, r.outcome,
    r.status || '#' || (select coalesce(max(seq), 0) from transitions where run_id = r.id)
      || '#' || (select coalesce(string_agg(status || token, ','), '') from effects where run_id = r.id)
      as mark,
    (select coalesce(jsonb_agg(jsonb_build_object('stepId', step_id, 'status', status,
              'effectKey', reason ->> 'effectKey', 'owner', owner)), '[]')
       from steps where run_id = r.id and finished_at is null) as steps,
    (select coalesce(jsonb_agg(id), '[]') from approvals a where a.run_id = r.id
        and a.status = 'open') as approvals,
    (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'signal', signal,
              'correlationKey', correlation_key, 'iteration', iteration)), '[]')
       from subscriptions where run_id = r.id and closed_at is null) as subscriptions,
    (select extract(epoch from min(due_at) - engine_now())::float8 from timers
      where run_id = r.id and fired_at is null and cancelled_at is null
        and purpose in ('wait', 'retry')) as "nextWait",
    (select extract(epoch from min(due_at) - engine_now())::float8 from timers
      where run_id = r.id and fired_at is null and cancelled_at is null
        and purpose = 'deadline') as "nextDeadline",
    exists (select 1 from effects where run_id = r.id and status = 'in_flight') as "inFlight",
    exists (select 1 from effects where run_id = r.id
             and status in ('in_flight', 'outcome_unknown')) as "inDoubt"
  from runs r where r.org_id = $1 and r.start_key = $2`;

export const lookAt = async (sql: Tx, orgId: string, startKey: string): Promise<Look | null> => {
  const { rows } = await sql.query<Look & { [column: string]: unknown }>(
    SQL,
    [orgId, startKey],
    'look',
  );
  return rows[0] ?? null;
};

/** The run's log, one line each: what a finding is understood by. */
export const readLog = async (sql: Tx, runId: string): Promise<readonly string[]> => {
  const { rows } = await sql.query<{ line: string }>(
    `select seq || ' ' || type || ' ' || coalesce(step_id || '/' || iteration, '') || ' by ' || actor
            || ' ' || data as line from transitions where run_id = $1 order by seq`,
    [runId],
  );
  return rows.map(({ line }) => line);
};
