/**
 * The effect ledger. One row per outside action, named by its key, whatever the attempts.
 *
 *   (none) ──begin──► in_flight ──settle──► settled
 *                      │  │  ▲
 *     known failure ◄──┘  │  └──begin── claimed            the same key, the same request
 *     (claimed, or        │                ▲ did not happen
 *      abandoned)         └──unknown──► outcome_unknown ──► needs_review ──► settled | abandoned
 *
 * Every attempt has a token of its own that only grows. Whoever holds the newest token may write
 * the provider's answer, even when its lease has lapsed: what the provider did is worth keeping.
 * Each change is one statement together with its entry in the run's log; it locks the run first.
 */
import type { Tx } from '#server/platform/db.ts';

export type EffectStatus =
  | 'claimed'
  | 'in_flight'
  | 'settled'
  | 'outcome_unknown'
  | 'needs_review'
  | 'abandoned';

export interface EffectRow {
  readonly key: string;
  readonly orgId: string;
  readonly runId: string;
  readonly stepId: string;
  readonly iteration: number;
  readonly connector: string;
  readonly connectionId: string | null;
  /** What the connection pointed at when the latest attempt began, as a digest. */
  readonly connectionTarget: string | null;
  readonly status: EffectStatus;
  readonly token: number;
  readonly owner: string | null;
  /** Epoch milliseconds. */
  readonly leaseUntil: number | null;
  readonly leaseLapsed: boolean;
  readonly attempts: number;
  readonly request: unknown;
  readonly requestDigest: string;
  readonly result: unknown;
  /** Whether the provider still remembers the key. */
  readonly keyAlive: boolean;
  /** Epoch milliseconds, by the engine's clock. */
  readonly now: number;
}

const COLUMNS = `
  e.key, e.org_id as "orgId", e.run_id as "runId", e.step_id as "stepId", e.iteration, e.connector,
  e.connection_id as "connectionId", e.connection_target as "connectionTarget", e.status, e.token, e.owner,
  floor(extract(epoch from e.lease_until) * 1000)::bigint as "leaseUntil",
  coalesce(e.lease_until < engine_now(), false) as "leaseLapsed", e.attempts, e.request,
  e.request_digest as "requestDigest", e.result,
  e.key_expires_at is null or e.key_expires_at > engine_now() as "keyAlive",
  floor(extract(epoch from engine_now()) * 1000)::bigint as now`;

export const findEffect = async (tx: Tx, key: string): Promise<EffectRow | null> =>
  (await tx.query<EffectRow>(`select ${COLUMNS} from effects e where e.key = $1`, [key])).rows[0] ??
  null;

/** Attempts past their lease; by `effects_leases`. */
export const findLapsedEffects = async (tx: Tx, limit: number): Promise<readonly EffectRow[]> =>
  (
    await tx.query<EffectRow>(
      `select ${COLUMNS} from effects e
        where e.status = 'in_flight' and e.lease_until < engine_now()
        order by e.lease_until limit $1`,
      [limit],
    )
  ).rows;

/** Effects of unknown outcome that no step will look at any more: their visit is closed. */
export const findOrphanedEffects = async (tx: Tx, limit: number): Promise<readonly EffectRow[]> =>
  (
    await tx.query<EffectRow>(
      `select ${COLUMNS} from effects e
         join steps s on s.run_id = e.run_id and s.step_id = e.step_id and s.iteration = e.iteration
        where e.status = 'outcome_unknown' and s.finished_at is not null
        order by e.key limit $1`,
      [limit],
    )
  ).rows;

/**
 * Steps in review whose effect has been answered after all, by a worker that did not live to say so.
 * By `steps_attention`.
 */
export const findAnsweredReviews = async (tx: Tx, limit: number): Promise<readonly VisitOfRun[]> =>
  (
    await tx.query<VisitOfRun>(
      `select s.run_id as "runId", s.step_id as "stepId", s.iteration
         from steps s join effects e on e.key = s.reason ->> 'effectKey'
        where s.status = 'needs_review' and e.status = 'settled'
        order by s.id limit $1`,
      [limit],
    )
  ).rows;

/** Visits that ended while their effect waited for another attempt; by `effects_unsettled`. */
export const findLeftoverClaims = async (tx: Tx, limit: number): Promise<readonly VisitOfRun[]> =>
  (
    await tx.query<VisitOfRun>(
      `select e.run_id as "runId", e.step_id as "stepId", e.iteration
         from effects e
         join steps s on s.run_id = e.run_id and s.step_id = e.step_id and s.iteration = e.iteration
        where e.status = 'claimed' and s.finished_at is not null
        order by e.key limit $1`,
      [limit],
    )
  ).rows;

export interface VisitOfRun {
  readonly runId: string;
  readonly stepId: string;
  readonly iteration: number;
}

/**
 * What is known not to have happened, and now never will; its reservation is given back.
 * Everything else is looked into.
 */
export const abandonClaimedEffects = async (
  tx: Tx,
  visits: readonly VisitOfRun[],
): Promise<void> => {
  if (visits.length === 0) return;
  await tx.query(
    `with given_up as (
       update effects e set status = 'abandoned'
         from json_to_recordset($1::json) as u ("runId" text, "stepId" text, iteration int)
        where e.run_id = u."runId" and e.step_id = u."stepId" and e.iteration = u.iteration
          and e.status = 'claimed'
       returning e.key)
     update spend s set status = 'released', closed_at = engine_now()
       from given_up g where s.effect_key = g.key and s.status = 'reserved'`,
    [JSON.stringify(visits)],
  );
};

/** It may have happened, and nobody has found out. */
export const isDoubtful = ({ status }: EffectRow): boolean =>
  status === 'outcome_unknown' || status === 'in_flight';
