/**
 * Absence, watched for: every unfinished run has a durable way forward. Each invariant is a query
 * for what breaks it; all of them return no rows, ever. They start from partial indexes over what
 * is open (`steps_waiting`, `steps_attention`, `steps_claim`, `steps_running`, `effects_leases`),
 * so finished runs cost nothing, and stop at a limit. With 83,500 open runs in a million, and 3
 * million steps, the dearest four (all waits, all open runs) take 200 ms to 400 ms, some 4 µs per
 * open run; the others 1 ms to 50 ms.
 *
 * What a sweep mends is given the time of some sweeps before it counts as broken.
 */
import type { Tx } from '#server/platform/db.ts';
import type { Invariant } from './invariant.ts';
import { TIME_INVARIANTS } from './time-invariants.ts';
import { queuesOfLane } from './ready-groups.ts';

const VISIT = `s.run_id || ' ' || s.step_id || '/' || s.iteration`;

const OPEN_TIMER = `
  select 1 from timers t
   where t.run_id = s.run_id and t.step_id = s.step_id and t.iteration = s.iteration
     and t.fired_at is null and t.cancelled_at is null`;

/** By `runs_by_status`, organisation by organisation: finished runs are not even looked past. */
const OPEN_RUNS = `
  select open.id from organisations o
   cross join lateral (
     select id from runs
      where org_id = o.id
        and status in ('running', 'waiting_timer', 'waiting_signal', 'waiting_approval',
                       'waiting_retry', 'parked', 'needs_review', 'stopping')
     offset 0) open`;

export const INVARIANTS: readonly Invariant[] = [
  {
    name: 'waiting_timer_without_timer',
    sentence: 'Every step that waits for time, or to be retried, has a timer that has not fired.',
    broken: `
      select ${VISIT} as id from steps s
       where s.status in ('waiting_timer', 'waiting_retry')
         and not exists (${OPEN_TIMER} and t.purpose in ('wait', 'retry'))`,
  },
  {
    name: 'waiting_signal_without_subscription',
    sentence: 'Every step that waits for a signal has an open subscription.',
    broken: `
      select ${VISIT} as id from steps s
       where s.status = 'waiting_signal'
         and not exists (select 1 from subscriptions b
                          where b.run_id = s.run_id and b.step_id = s.step_id
                            and b.iteration = s.iteration and b.closed_at is null)`,
  },
  {
    name: 'human_wait_without_deadline',
    sentence: 'Every wait for a signal or a person has a deadline timer.',
    broken: `
      select ${VISIT} as id from steps s
       where s.status in ('waiting_signal', 'waiting_approval')
         and not exists (${OPEN_TIMER} and t.purpose = 'deadline')`,
  },
  {
    name: 'waiting_approval_without_request',
    sentence: 'Every step that waits for an approval has an open request.',
    broken: `
      select ${VISIT} as id from steps s
       where s.status = 'waiting_approval'
         and not exists (select 1 from approvals a
                          where a.run_id = s.run_id and a.step_id = s.step_id
                            and a.iteration = s.iteration and a.status = 'open')`,
  },
  {
    name: 'open_request_without_step',
    sentence: 'Every open approval belongs to a step that is still open.',
    broken: `
      select a.id from approvals a
       where a.status = 'open'
         and not exists (select 1 from steps s
                          where s.run_id = a.run_id and s.step_id = a.step_id
                            and s.iteration = a.iteration and s.finished_at is null)`,
  },
  {
    name: 'ready_step_forgotten',
    sentence: 'No step stays ready for ten minutes without an announcement on its way.',
    broken: `
      select ${VISIT} as id
        from unnest(array['fast', 'io', 'slow', 'human']) as l (lane)
       cross join lateral (
         with recursive ${queuesOfLane('l.lane', "''", "''", 1000)}
         select f.* from queues q cross join lateral (
           select * from steps
            where lane = l.lane and org_id = q.org_id and connection = q.connection
              and status in ('ready', 'running') and status = 'ready'
              and ready_at < engine_now() - interval '10 minutes'
            order by ready_at, id limit 100) f
          limit 1000) s
       where not exists (select 1 from outbox o
                          where o.sent_at is null
                            and o.topic = 'step.ready' and o.payload ->> 'runId' = s.run_id)
         and not exists (select 1 from outbox o
                          where o.sent_at > engine_now() - interval '5 minutes'
                            and o.topic = 'step.ready' and o.payload ->> 'runId' = s.run_id)`,
  },
  {
    name: 'lapsed_step_left',
    sentence: 'No running step is left with a lease that lapsed more than a minute ago.',
    broken: `
      select ${VISIT} as id from steps s
       where s.status = 'running' and s.lease_until < engine_now() - interval '1 minute'`,
  },
  {
    name: 'lapsed_effect_left',
    sentence: 'No effect is left in flight with a lease that lapsed more than a minute ago.',
    broken: `
      select e.key as id from effects e
       where e.status = 'in_flight' and e.lease_until < engine_now() - interval '1 minute'`,
  },
  {
    name: 'parked_without_reason',
    sentence: 'Every step that needs a person says why.',
    broken: `
      select ${VISIT} as id from steps s
       where s.status in ('parked', 'needs_review') and coalesce(s.reason ->> 'message', '') = ''`,
  },
  {
    name: 'review_without_effect',
    sentence: 'Every step in review has an effect for a person to decide about.',
    broken: `
      select ${VISIT} as id from steps s
       where s.status = 'needs_review'
         and not exists (select 1 from effects e
                          where e.key = s.reason ->> 'effectKey' and e.status = 'needs_review')`,
  },
  {
    name: 'finished_run_with_open_steps',
    sentence: 'A finished run has no open steps.',
    broken: `
      select ${VISIT} as id
        from (select run_id, step_id, iteration from steps where status in ('ready', 'running')
              union all
              select run_id, step_id, iteration from steps
               where status in ('waiting_timer', 'waiting_signal', 'waiting_approval', 'waiting_retry')
              union all
              select run_id, step_id, iteration from steps where status in ('parked', 'needs_review')) s
        join runs r on r.id = s.run_id
       where r.finished_at is not null`,
  },
  {
    name: 'open_run_without_steps',
    sentence: 'An unfinished run has at least one open step.',
    broken: `
      select r.id from (${OPEN_RUNS}) r
        left join lateral (
          select true as found from steps
           where run_id = r.id and finished_at is null limit 1) s on true
       where s.found is null`,
  },
  {
    name: 'open_run_without_budget',
    sentence: 'Every unfinished run has a timer that ends it at its greatest age.',
    broken: `
      select r.id from (${OPEN_RUNS}) r
        left join lateral (
          select true as found from timers
           where run_id = r.id and purpose = 'budget'
             and fired_at is null and cancelled_at is null limit 1) t on true
       where t.found is null
         and (select cancel_requested_at from runs where id = r.id) is null`,
  },
  {
    name: 'signal_missed',
    sentence: 'No stored signal waits beside an open subscription that it answers.',
    broken: `
      select s.id from subscriptions b
        join signals s on s.org_id = b.org_id and s.name = b.signal
         and s.correlation_key = b.correlation_key and s.consumed_at is null
       where b.closed_at is null and s.received_at < engine_now() - interval '1 minute'
         and b.created_at < engine_now() - interval '1 minute'`,
  },
  ...TIME_INVARIANTS,
  {
    name: 'child_end_missed',
    sentence: 'No step waits for a run that ended more than a minute ago.',
    broken: `
      select b.run_id || ' ' || b.step_id as id
        from subscriptions b join runs c on c.id = b.correlation_key
       where b.signal = '$run.finished' and b.closed_at is null
         and c.finished_at < engine_now() - interval '1 minute'`,
  },
  {
    name: 'slot_left',
    sentence: 'No call of a connection is counted as under way after its effect has ended.',
    broken: `
      select s.effect_key as id from connection_slots s
       where s.effect_key is not null
         and not exists (select 1 from effects e
                          where e.key = s.effect_key and e.status = 'in_flight')`,
  },
  {
    name: 'reservation_left',
    sentence: 'No money stays reserved for an effect that has ended.',
    broken: `
      select p.effect_key as id from spend p join effects e on e.key = p.effect_key
       where p.status = 'reserved' and e.status in ('settled', 'abandoned')
         and greatest(e.settled_at, e.last_attempt_at) < engine_now() - interval '10 minutes'`,
  },
];

const LIMIT = 1000;

export interface Broken {
  readonly count: number;
  readonly sample: readonly string[];
}

export const countBroken = async (tx: Tx, invariant: Invariant): Promise<Broken> => {
  const { rows } = await tx.query<{ id: string }>(
    `select id from (${invariant.broken}) as broken limit ${LIMIT}`,
  );
  return { count: rows.length, sample: rows.slice(0, 5).map((row) => row.id) };
};
