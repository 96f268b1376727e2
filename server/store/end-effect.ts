import type { Tx } from '#server/platform/db.ts';

/**
 * How an attempt ends: one statement with its entry in the run's log, the run locked first. Each
 * answers false when the token is no longer the newest or the state does not allow it, and then
 * has written nothing.
 *
 * Having waited for the run, the effect is locked as well: locking reads the newest row, where the
 * statement's snapshot still has the one from before the wait.
 */
interface Ending {
  readonly key: string;
  readonly token: number;
  readonly actor: string;
}

const endEffect = async (
  tx: Tx,
  ending: Ending,
  from: readonly string[],
  change: string,
  type: string,
  data: Readonly<Record<string, unknown>>,
  extra: readonly unknown[],
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `with run as materialized (
       select id from runs where id = (select run_id from effects where key = $1) for update),
     held as materialized (
       select e.key, run.id as run_id from run join effects e on e.run_id = run.id
        where e.key = $1 and e.token = $2 and e.status = any ($3::text[])
          for update of e),
     r as (
       update runs set seq = seq + 1, updated_at = engine_now()
         from held where runs.id = held.run_id
       returning runs.seq),
     e as (
       update effects set owner = null, lease_until = null, ${change}
         from r where key = $1
       returning key, org_id, run_id, step_id, iteration, attempts, r.seq),
     freed as (update connection_slots s set effect_key = null from e where s.effect_key = e.key)
     insert into transitions (run_id, seq, org_id, type, step_id, iteration, attempt, actor, data)
     select run_id, seq, org_id, $4, step_id, iteration, attempts, $5,
            jsonb_build_object('key', key, 'attempt', attempts) || $6::jsonb
       from e`,
    [ending.key, ending.token, from, type, ending.actor, JSON.stringify(data), ...extra],
  );
  return rowCount === 1;
};

export interface EffectAnswer extends Ending {
  readonly result: unknown;
  readonly reply: Readonly<Record<string, unknown>>;
  readonly how: 'performed' | 'reconciled' | 'reviewed';
}

/** The provider's answer is kept whatever became of the lease, as long as no newer attempt began. */
export const settleEffect = async (tx: Tx, answer: EffectAnswer): Promise<boolean> =>
  endEffect(
    tx,
    answer,
    // A person's word counts only while it is asked for: another may have said otherwise meanwhile.
    answer.how === 'reviewed'
      ? ['needs_review']
      : ['claimed', 'in_flight', 'outcome_unknown', 'needs_review'],
    `status = 'settled', settled_at = engine_now(), result = $7::jsonb, provider_reply = $8::jsonb,
     attempts = greatest(attempts, 1), first_attempt_at = coalesce(first_attempt_at, engine_now())`,
    'effect.settled',
    { how: answer.how },
    [JSON.stringify(answer.result ?? null), JSON.stringify(answer.reply)],
  );

export interface EffectFailure extends Ending {
  readonly code: string;
  readonly message: string;
  /** What the provider said, as far as it said anything: safe to show. */
  readonly reply?: Readonly<Record<string, unknown>> | null;
}

/** Known not to have happened: free for another attempt, or given up for good. */
export const failEffect = async (
  tx: Tx,
  failure: EffectFailure,
  to: 'claimed' | 'abandoned',
): Promise<boolean> =>
  endEffect(
    tx,
    failure,
    ['claimed', 'in_flight', 'outcome_unknown'],
    `status = '${to}', provider_reply = $7::jsonb`,
    'effect.failed',
    { code: failure.code, message: failure.message },
    [JSON.stringify({ ...failure.reply, code: failure.code, message: failure.message })],
  );

export interface EffectDoubt extends Ending {
  readonly message: string;
  readonly reply?: Readonly<Record<string, unknown>> | null;
}

/** It may have happened. */
export const doubtEffect = async (tx: Tx, doubt: EffectDoubt): Promise<boolean> =>
  endEffect(
    tx,
    doubt,
    ['in_flight'],
    `status = 'outcome_unknown', provider_reply = $7::jsonb`,
    'effect.outcome_unknown',
    { message: doubt.message },
    [JSON.stringify({ ...doubt.reply, message: doubt.message })],
  );

/** Only a person can say: logged by the step's own `step.needs_review`. */
export const sendEffectToReview = async (tx: Tx, key: string, token: number): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `with e as (
       update effects set status = 'needs_review', owner = null, lease_until = null
        where key = $1 and token = $2 and status in ('outcome_unknown', 'in_flight')
       returning key),
     freed as (update connection_slots s set effect_key = null from e where s.effect_key = e.key)
     select key from e`,
    [key, token],
  );
  return rowCount === 1;
};

export interface EffectReview extends Ending {
  readonly outcome: 'happened' | 'did_not_happen' | 'stopped';
}

/** Records a person's answer; the row itself is changed by what follows from it. */
export const reviewEffect = async (
  tx: Tx,
  review: EffectReview,
  to: 'claimed' | 'abandoned',
): Promise<boolean> =>
  endEffect(
    tx,
    review,
    ['needs_review'],
    `status = '${to}'`,
    'effect.reviewed',
    { outcome: review.outcome },
    [],
  );
