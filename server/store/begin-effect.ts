/**
 * An attempt begins: one statement that locks the run, freezes or restarts the effect, takes one of
 * its connection's slots, and logs. A slot is a row of its own, taken under its lock, so that the
 * cap holds however many workers begin at once: counting what a snapshot shows would not.
 */
import type { Tx } from '#server/platform/db.ts';

export interface EffectStart {
  readonly key: string;
  readonly orgId: string;
  readonly runId: string;
  readonly stepId: string;
  readonly iteration: number;
  readonly connector: string;
  readonly connectionId: string | null;
  /** What the connection points at now, as a digest. */
  readonly connectionTarget: string | null;
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

/** All slots of the connection are taken: nothing was begun. */
export const NO_SLOT = 'no_slot';

export type Begun = BegunEffect | null | typeof NO_SLOT;

/** A free slot of the connection `$n`, locked; passes by those that others are about to take. */
const freeSlot = (connection: string): string => `
  free as materialized (
    select s.slot from connection_slots s join connections c on c.id = s.connection_id
     where s.connection_id = ${connection} and s.effect_key is null and s.slot <= c.concurrency_cap
     order by s.slot limit 1
     for update of s skip locked)`;

const hasRoom = (connection: string): string =>
  `(${connection}::text is null or exists (select 1 from free))`;

/** The run, locked, unless it has ended or was asked to. */
const goingRun = (run: string): string => `
  run as materialized (
    select id from runs
     where id = ${run} and cancel_requested_at is null and finished_at is null
       for update)`;

const takeSlot = (connection: string, key: string): string => `
  taken as (
    update connection_slots s set effect_key = ${key} from free, e
     where s.connection_id = ${connection} and s.slot = free.slot)`;

interface Answer {
  readonly token: number | null;
  readonly attempt: number;
  readonly full: boolean;
}

const begunOf = (answer: Answer | undefined): Begun => {
  if (answer === undefined) return null;
  const { token, attempt, full } = answer;
  if (token !== null) return { token, attempt };
  return full ? NO_SLOT : null;
};

/**
 * The first attempt. Null when nothing was begun: the run was asked to stop, the step was lost, or
 * another attempt was quicker (the last shows as a violation of the primary key).
 * Run and step are locked, in this order, and so judged by their newest rows: having waited for
 * the run, a mere look at the step would see it as it was before the wait.
 */
export const beginFirstAttempt = async (tx: Tx, start: EffectStart): Promise<Begun> => {
  const { rows } = await tx.query<Answer>(
    `with ${freeSlot('$7')},
     ${goingRun('$3')},
     step as materialized (
       select s.run_id from run join steps s on s.run_id = run.id
        where s.step_id = $4 and s.iteration = $5 and s.token = $11 and s.status = 'running'
          for no key update of s),
     r as (
       update runs set seq = seq + 1, updated_at = engine_now()
         from step where runs.id = step.run_id and ${hasRoom('$7')}
       returning seq),
     e as (
       insert into effects (key, org_id, run_id, step_id, iteration, connector, connection_id,
                            status, token, owner, lease_until, attempts, first_attempt_at,
                            last_attempt_at, request, request_digest, key_expires_at,
                            connection_target)
       select $1, $2, $3, $4, $5, $6, $7, 'in_flight', 1, $12,
              engine_now() + make_interval(secs => $13), 1, engine_now(), engine_now(), $8, $9,
              engine_now() + make_interval(secs => $10), $14
         from r
       returning token, attempts),
     ${takeSlot('$7', '$1')},
     t as (
       insert into transitions (run_id, seq, org_id, type, step_id, iteration, attempt, actor, data)
       select $3, r.seq, $2, 'effect.started', $4, $5, e.attempts, 'worker:' || $12::text,
              jsonb_build_object('key', $1::text, 'attempt', e.attempts, 'digest', $9::text)
         from r, e)
     select (select token from e) as token, (select attempts from e) as attempt,
            not ${hasRoom('$7')} as full`,
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
      start.connectionTarget,
    ],
  );
  return begunOf(rows[0]);
};

export interface EffectRestart {
  readonly key: string;
  readonly runId: string;
  /** The connection as it is now: what is known not to have happened may go elsewhere. */
  readonly connectionId: string | null;
  readonly connectionTarget: string | null;
  /** The effect's token as it was read: whoever was quicker has raised it. */
  readonly token: number;
  readonly stepToken: number;
  readonly owner: string;
  readonly leaseSeconds: number;
}

/**
 * A further attempt with the same bytes under the same key: from `claimed`, from `abandoned` when
 * a failed step is replayed, or, where the connector's promise allows it, from `outcome_unknown`.
 * Null when someone was quicker or the run was asked to stop.
 */
export const beginNextAttempt = async (tx: Tx, restart: EffectRestart): Promise<Begun> => {
  const text = `
    with ${freeSlot('$7')},
     ${goingRun('$2')},
     held as materialized (
       select e.key, e.run_id, e.connection_target <> $8 as moved from run
         join effects e on e.run_id = run.id
         join steps s on s.run_id = e.run_id and s.step_id = e.step_id and s.iteration = e.iteration
        where e.key = $1 and e.token = $3 and e.status in ('claimed', 'abandoned', 'outcome_unknown')
          and s.token = $4 and s.status = 'running'
          for no key update of s, e),
     r as (
       update runs set seq = seq + 1, updated_at = engine_now()
         from held where runs.id = held.run_id and ${hasRoom('$7')}
       returning seq, held.moved),
     e as (
       update effects set status = 'in_flight', token = token + 1, owner = $5,
              lease_until = engine_now() + make_interval(secs => $6), attempts = attempts + 1,
              first_attempt_at = coalesce(first_attempt_at, engine_now()),
              last_attempt_at = engine_now(), connection_id = $7, connection_target = $8
         from r where key = $1
       returning key, org_id, run_id, step_id, iteration, token, attempts, request_digest, r.seq, r.moved),
     ${takeSlot('$7', '$1')},
     t as (
       insert into transitions (run_id, seq, org_id, type, step_id, iteration, attempt, actor, data)
       select run_id, seq, org_id, 'effect.started', step_id, iteration, attempts,
              'worker:' || $5::text,
              jsonb_build_object('key', key, 'attempt', attempts, 'digest', request_digest)
                || case when e.moved then '{"moved": true}' else '{}' end::jsonb
         from e)
     select (select token from e) as token, (select attempts from e) as attempt,
            not ${hasRoom('$7')} as full`;
  const { rows } = await tx.query<Answer>(text, [
    restart.key,
    restart.runId,
    restart.token,
    restart.stepToken,
    restart.owner,
    restart.leaseSeconds,
    restart.connectionId,
    restart.connectionTarget,
  ]);
  return begunOf(rows[0]);
};
