import type { Lane, StepStatus } from '#server/engine/state.ts';
import type { Tx } from '#server/platform/db.ts';

export interface StepChange {
  readonly orgId: string;
  readonly runId: string;
  readonly stepId: string;
  readonly iteration: number;
  readonly kind: string;
  readonly status: StepStatus;
  readonly lane: Lane | null;
  /** The connection that its work uses, by name; empty for none. */
  readonly connection: string;
  readonly attempt: number;
  readonly wake: number;
  readonly port: string | null;
  readonly scope: string | null;
  /** Null leaves what is there. */
  readonly output: { readonly value: unknown } | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly reason: unknown;
  /** Claimed by the worker that settled the step before: its fence, itself and its lease. */
  readonly claim: {
    readonly token: number;
    readonly owner: string;
    readonly leaseSeconds: number;
  } | null;
}

export interface WrittenStep {
  readonly id: number;
  readonly runId: string;
  readonly stepId: string;
  readonly iteration: number;
}

/** One record of a visit, as `json_to_recordset` reads it, with its place among those written. */
export const stepRecord = ({ claim, output, ...change }: StepChange, place: number): unknown => ({
  ...change,
  place,
  output: output?.value,
  hasOutput: output !== null,
  token: claim?.token ?? 0,
  owner: claim?.owner ?? null,
  lease: claim?.leaseSeconds ?? null,
});

/**
 * Writes visits as the walk left them, new and known ones alike. Under the run's lock; arbiter
 * `steps (run_id, step_id, iteration)`. In the order in which the walk entered them, so that ids
 * tell that order. The token is only ever raised; who runs a step keeps it unless the walk took it
 * away.
 */
export const upsertSteps = async (
  tx: Tx,
  changes: readonly StepChange[],
): Promise<readonly WrittenStep[]> => {
  if (changes.length === 0) return [];
  const written = await tx.query<WrittenStep>(
    `insert into steps as s (org_id, run_id, step_id, iteration, kind, status, lane, connection,
                        attempt, wake, token, owner, lease_until, port, scope, output, error, reason,
                        ready_at, entered_at, started_at, finished_at)
     select u."orgId", u."runId", u."stepId", u.iteration, u.kind, u.status, u.lane,
            u.connection, u.attempt, u.wake, u.token, u.owner, (select engine_now()) + make_interval(secs => u.lease), u.port,
            u.scope, case when u."hasOutput" then coalesce(u.output, 'null'::jsonb) end, u.error,
            u.reason,
            case when u.status in ('ready', 'running') then (select engine_now()) end,
            (select engine_now()),
            case when u.status = 'running' then (select engine_now()) end,
            case when u.status in ('done', 'failed', 'cancelled') then (select engine_now()) end
       from json_to_recordset($1::json) as u (
            "orgId" text, "runId" text, "stepId" text, iteration int, kind text, status text,
            lane text, connection text, attempt int, wake int, token bigint, owner text, lease double precision,
            port text, scope text, output jsonb, "hasOutput" boolean, error jsonb, reason jsonb)
     on conflict (run_id, step_id, iteration) do update
        set status = excluded.status, lane = excluded.lane, attempt = excluded.attempt,
            wake = excluded.wake, token = greatest(s.token, excluded.token),
            owner = case when excluded.status = 'running'
              then coalesce(excluded.owner, s.owner) end,
            lease_until = case when excluded.status = 'running'
              then coalesce(excluded.lease_until, s.lease_until) end,
            -- A migrated run's step may use another one by now.
            connection = case when excluded.finished_at is null
              then excluded.connection else s.connection end,
            port = excluded.port, scope = excluded.scope,
            output = coalesce(excluded.output, s.output),
            error = case when excluded.status <> 'done' then coalesce(excluded.error, s.error) end,
            reason = case when excluded.status in ('parked', 'needs_review')
              then coalesce(excluded.reason, s.reason) end,
            ready_at = case when excluded.status = 'ready' and s.wake = excluded.wake
              then coalesce(s.ready_at, excluded.ready_at)
              else coalesce(excluded.ready_at, s.ready_at) end,
            started_at = coalesce(s.started_at, excluded.started_at),
            finished_at = case when excluded.finished_at is not null
              then coalesce(s.finished_at, excluded.finished_at) end
     returning s.id, s.run_id as "runId", s.step_id as "stepId", s.iteration`,
    [JSON.stringify(changes.map(stepRecord))],
    'upsert-steps',
  );
  return written.rows;
};
