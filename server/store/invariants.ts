/**
 * Absence, watched for: every unfinished run has a durable way forward. Each invariant is a query
 * for what breaks it; all of them return no rows, ever. They start from partial indexes over what
 * is open, so finished runs cost nothing, and stop at a limit. With 100,000 open runs in a million,
 * and 3 million steps, no statement takes more than some 30 ms: those about all waits or all open
 * runs are asked piece by piece.
 *
 * What a sweep mends is given the time of some sweeps before it counts as broken.
 */
import type { Tx } from '#server/platform/db.ts';
import { lookOn } from './look-on.ts';
import type { Invariant } from './invariant.ts';
import { queuesOfLane } from './ready-groups.ts';
import { TIME_INVARIANTS } from './time-invariants.ts';
import { VISIT, WAIT_INVARIANTS } from './wait-invariants.ts';
import {
  AWAITED_CHILDREN,
  none,
  OPEN_RUNS,
  OPEN_SUBSCRIPTIONS,
  RESERVATIONS,
  STEPS_AT_WORK,
  STEPS_IN_NEED,
  waitingSteps,
} from './walks.ts';

/** The run has ended, or there is none: steps name theirs without a foreign key. */
const WITHOUT_OPEN_RUN = `
  select ${VISIT} as id from s
   where ${none('select true from runs where id = s.run_id and finished_at is null')}`;

export const INVARIANTS: readonly Invariant[] = [
  ...WAIT_INVARIANTS,
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
    parts: [
      {
        walk: STEPS_IN_NEED,
        broken: `
          select ${VISIT} as id from s where coalesce(s.reason ->> 'message', '') = ''`,
      },
    ],
  },
  {
    name: 'review_without_effect',
    sentence: 'Every step in review has an effect for a person to decide about.',
    parts: [
      {
        walk: STEPS_IN_NEED,
        broken: `
          select ${VISIT} as id from s
           where s.status = 'needs_review'
             and (select status from effects where key = s.reason ->> 'effectKey')
                   is distinct from 'needs_review'`,
      },
    ],
  },
  {
    name: 'finished_run_with_open_steps',
    sentence: 'Every open step belongs to a run that has not finished.',
    parts: [
      { walk: STEPS_AT_WORK, broken: WITHOUT_OPEN_RUN },
      { walk: STEPS_IN_NEED, broken: WITHOUT_OPEN_RUN },
      {
        walk: waitingSteps('waiting_timer', 'waiting_signal', 'waiting_approval', 'waiting_retry'),
        broken: WITHOUT_OPEN_RUN,
      },
    ],
  },
  {
    name: 'open_run_without_steps',
    sentence: 'An unfinished run has at least one open step.',
    parts: [
      {
        walk: OPEN_RUNS,
        broken: `
          select s.id from s
           where ${none('select true from steps where run_id = s.id and finished_at is null')}`,
      },
    ],
  },
  {
    name: 'open_run_too_old',
    sentence: 'No unfinished run is past its greatest age for more than ten minutes.',
    broken: `
      select id from runs
       where finished_at is null and cancel_requested_at is null
         and expires_at < engine_now() - interval '10 minutes'`,
  },
  {
    name: 'signal_missed',
    sentence: 'No stored signal waits beside an open subscription that it answers.',
    parts: [
      {
        walk: OPEN_SUBSCRIPTIONS,
        broken: `
          select n.id from s cross join lateral (
            select id from signals
             where org_id = s.org_id and name = s.signal
               and correlation_key = s.correlation_key and consumed_at is null
               and received_at < engine_now() - interval '1 minute'
             order by received_at limit 10) n
           where s.created_at < engine_now() - interval '1 minute'`,
      },
    ],
  },
  ...TIME_INVARIANTS,
  {
    name: 'child_end_missed',
    sentence: 'No step waits for a run that ended more than a minute ago.',
    parts: [
      {
        walk: AWAITED_CHILDREN,
        broken: `
          select s.run_id || ' ' || s.step_id as id from s
           where (select finished_at from runs where id = s.correlation_key)
                   < engine_now() - interval '1 minute'`,
      },
    ],
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
    parts: [
      {
        walk: RESERVATIONS,
        broken: `
          select s.effect_key as id from s
           where (select greatest(settled_at, last_attempt_at) from effects
                   where key = s.effect_key and status in ('settled', 'abandoned'))
                   < engine_now() - interval '10 minutes'`,
      },
    ],
  },
];

export interface Broken {
  readonly count: number;
  readonly sample: readonly string[];
}

/** The whole of it, however long that takes. */
export const countBroken = async (tx: Tx, invariant: Invariant): Promise<Broken> => {
  const { count, sample } = await lookOn(tx, invariant, null, Infinity);
  return { count, sample };
};
