import type { Tx } from '#server/platform/db.ts';
import { withoutHoles } from './end-effect.ts';

export interface EffectStart {
  readonly key: string;
  readonly orgId: string;
  readonly runId: string;
  readonly stepId: string;
  readonly iteration: number;
  readonly connector: string;
  readonly connectionId: string | null;
  readonly request: unknown;
  readonly requestDigest: string;
  readonly keyTtlSeconds: number | null;
  /** The step's fence: an attempt begins only while this is the newest claim of the step. */
  readonly stepToken: number;
  readonly owner: string;
  readonly leaseSeconds: number;
}

export interface BegunEffect {
  readonly token: number;
  readonly attempt: number;
}

/**
 * The first attempt, one statement: the request frozen, in flight, and logged. Null when nothing
 * was begun: the run was asked to stop, the step was lost, or another attempt was quicker (the
 * last shows as a violation of the primary key).
 * The run's row is locked first and its cancel request re-checked on its newest version.
 */
export const beginFirstAttempt = async (
  tx: Tx,
  start: EffectStart,
): Promise<BegunEffect | null> => {
  const { rows } = await tx.query<{ token: number; attempt: number }>(
    `with r as (
       update runs set seq = seq + 1, updated_at = engine_now()
        where id = $3 and cancel_requested_at is null and finished_at is null
          and exists (select 1 from steps s
                       where s.run_id = $3 and s.step_id = $4 and s.iteration = $5
                         and s.token = $11 and s.status = 'running')
       returning seq),
     e as (
       insert into effects (key, org_id, run_id, step_id, iteration, connector, connection_id,
                            status, token, owner, lease_until, attempts, first_attempt_at,
                            last_attempt_at, request, request_digest, key_expires_at)
       select $1, $2, $3, $4, $5, $6, $7, 'in_flight', 1, $12,
              engine_now() + make_interval(secs => $13), 1, engine_now(), engine_now(), $8, $9,
              engine_now() + make_interval(secs => $10)
         from r
       returning token, attempts),
     t as (
       insert into transitions (run_id, seq, org_id, type, step_id, iteration, attempt, actor, data)
       select $3, r.seq, $2, 'effect.started', $4, $5, e.attempts, 'worker:' || $12::text,
              jsonb_build_object('key', $1::text, 'attempt', e.attempts, 'digest', $9::text)
         from r, e)
     select token, attempts as attempt from e`,
    [
      start.key,
      start.orgId,
      start.runId,
      start.stepId,
      start.iteration,
      start.connector,
      start.connectionId,
      JSON.stringify(start.request),
      start.requestDigest,
      start.keyTtlSeconds,
      start.stepToken,
      start.owner,
      start.leaseSeconds,
    ],
  );
  return rows[0] ?? null;
};

export interface EffectRestart {
  readonly key: string;
  readonly runId: string;
  /** The effect's token as it was read: whoever was quicker has raised it. */
  readonly token: number;
  readonly stepToken: number;
  readonly owner: string;
  readonly leaseSeconds: number;
}

/**
 * A further attempt with the same bytes under the same key: from `claimed`, from `abandoned` when
 * a failed step is replayed, or, where the connector's promise allows it, from `outcome_unknown`. Null when someone was quicker or the run
 * was asked to stop.
 */
export const beginNextAttempt = async (
  tx: Tx,
  restart: EffectRestart,
): Promise<BegunEffect | null> => {
  const text = `
    with r as (
       update runs set seq = seq + 1, updated_at = engine_now()
        where id = $2 and cancel_requested_at is null and finished_at is null
          and exists (select 1 from effects e
                        join steps s on s.run_id = e.run_id and s.step_id = e.step_id
                         and s.iteration = e.iteration
                       where e.key = $1 and e.token = $3
                         and e.status in ('claimed', 'abandoned', 'outcome_unknown')
                         and s.token = $4 and s.status = 'running')
       returning seq),
     e as (
       update effects set status = 'in_flight', token = token + 1, owner = $5,
              lease_until = engine_now() + make_interval(secs => $6), attempts = attempts + 1,
              first_attempt_at = coalesce(first_attempt_at, engine_now()),
              last_attempt_at = engine_now()
         from r
        where key = $1 and token = $3 and status in ('claimed', 'abandoned', 'outcome_unknown')
       returning key, org_id, run_id, step_id, iteration, token, attempts, request_digest, r.seq),
     t as (
       insert into transitions (run_id, seq, org_id, type, step_id, iteration, attempt, actor, data)
       select run_id, seq, org_id, 'effect.started', step_id, iteration, attempts,
              'worker:' || $5::text,
              jsonb_build_object('key', key, 'attempt', attempts, 'digest', request_digest)
         from e)
     select n.token, n.attempt, 1 / (n.written = n.raised)::int as whole
       from (select (select token from e) as token, (select attempts from e) as attempt,
                    (select count(*) from e) as written, (select count(*) from r) as raised) n`;
  const { rows } = await withoutHoles(async () =>
    tx.query<{ token: number | null; attempt: number }>(text, [
      restart.key,
      restart.runId,
      restart.token,
      restart.stepToken,
      restart.owner,
      restart.leaseSeconds,
    ]),
  );
  const begun = rows[0];
  return begun === undefined || begun.token === null
    ? null
    : { token: begun.token, attempt: begun.attempt };
};
