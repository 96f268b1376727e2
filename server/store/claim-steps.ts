import type { Lane } from '#server/engine/state.ts';
import type { Tx } from '#server/platform/db.ts';
import { queuesOfLane } from './ready-groups.ts';

export interface ClaimedStep {
  readonly id: number;
  readonly runId: string;
  readonly orgId: string;
  readonly stepId: string;
  readonly iteration: number;
  readonly kind: string;
  readonly lane: Lane;
  readonly attempt: number;
  /** The fence. */
  readonly token: number;
  /** The wake-up that it heeds; null where it was claimed straight on, without one. */
  readonly wake: number | null;
}

export interface ClaimOrder {
  readonly lane: Lane;
  /** No more than the lane's workers can start at once. */
  readonly limit: number;
  readonly owner: string;
  readonly leaseSeconds: number;
  /** A step that lost this many workers is left to the lease sweep, which shows it to a person. */
  readonly mostLostAttempts: number;
  /** The queue that was served last: the claim begins after it. */
  readonly after: LaneQueue;
}

/** One organisation's steps for one connection (empty: those that use none) within a lane. */
export interface LaneQueue {
  readonly orgId: string;
  readonly connection: string;
}

export const FIRST_QUEUE: LaneQueue = { orgId: '', connection: '' };

interface Answer {
  readonly steps: readonly ClaimedStep[];
  readonly queues: number;
  /** The last queue that gave something, and the last that was looked at. */
  readonly served: LaneQueue | null;
  readonly seen: LaneQueue | null;
}

const claimedOf = (order: ClaimOrder, { steps, queues, served, seen }: Answer): Claimed => {
  if (steps.length === order.limit) return { steps, next: served ?? FIRST_QUEUE, more: true };
  const end = queues < MOST_QUEUES;
  const inTheMiddle = order.after.orgId !== '';
  return {
    steps,
    next: end ? FIRST_QUEUE : (seen ?? FIRST_QUEUE),
    // Shares may have left something; and before the place where this claim began nobody has looked.
    more: steps.length > 0 ? queues > 1 : end && inTheMiddle,
  };
};

/** Most queues that one claim looks into; the next begins where it ended. */
const MOST_QUEUES = 64;

export interface Claimed {
  readonly steps: readonly ClaimedStep[];
  /** Where the next claim begins; the first queue once all were looked at. */
  readonly next: LaneQueue;
  /** Whether there may be more than fitted each queue's share. */
  readonly more: boolean;
}

const CLAIM = `
   with recursive ${queuesOfLane('$1', '$6', '$7', MOST_QUEUES)},
   shares as materialized (
     select q.org_id, q.connection, q.nth, ceil($2::float8 / max(q.nth) over ())::int as share,
            case when k.id is not null then greatest(0, k.concurrency_cap - (
              select count(*) from steps b
               where b.status = 'running' and b.org_id = q.org_id and b.connection = q.connection
                 and b.lease_until >= (select engine_now()))) end as room
       from queues q
       left join connections k on k.org_id = q.org_id and k.name = q.connection),
   c as materialized (
     select t.id, t.run_id, t.seq, t.lost, t.previous, q.org_id, q.connection
       from shares q cross join lateral (
         select s.id, s.run_id, r.seq, s.status = 'running' as lost, s.owner as previous
           from steps s join runs r on r.id = s.run_id
          where s.lane = $1 and s.org_id = q.org_id and s.connection = q.connection
            and (s.status = 'ready' and s.ready_at <= (select engine_now())
              or s.status = 'running' and s.lease_until < (select engine_now())
                and s.attempt < $5)
            and r.cancel_requested_at is null
          order by s.ready_at, s.id
          limit least(q.share, q.room)
          for update of r, s skip locked) t
      limit $2),
   numbered as (
     select c.id, c.lost, c.previous,
            (c.seq + sum(case when c.lost then 2 else 1 end)
              over (partition by c.run_id order by c.id))::int as seq
       from c),
   moved as (
     update steps s
        set status = 'running', owner = $3, lease_until = (select engine_now()) + make_interval(secs => $4),
            attempt = s.attempt + 1, token = s.token + 1,
            wake = s.wake + case when n.lost then 1 else 0 end,
            started_at = coalesce(s.started_at, (select engine_now()))
       from numbered n
      where s.id = n.id
     returning s.id, s.run_id, s.org_id, s.step_id, s.iteration, s.kind, s.lane, s.attempt,
               s.token, s.wake, n.lost, n.previous, n.seq),
   raised as (
     update runs r set seq = m.seq, status = 'running', updated_at = (select engine_now())
       from (select run_id, max(seq) as seq from moved group by run_id) m
      where r.id = m.run_id),
   logged as (
     insert into run_log (run_id, seq, org_id, actor, entries)
     select m.run_id, m.seq - 1, m.org_id, 'worker:' || $3, json_build_array(json_build_array(
              'step.lost', null, json_build_object(
                'attempt', m.attempt - 1, 'owner', m.previous, 'wake', m.wake),
              m.step_id, m.iteration, m.attempt - 1))
       from moved m where m.lost
     union all
     select m.run_id, m.seq, m.org_id, 'worker:' || $3, json_build_array(json_build_array(
              'step.started', null, json_build_object('attempt', m.attempt, 'token', m.token),
              m.step_id, m.iteration, m.attempt))
       from moved m)
   select coalesce((
            select json_agg(json_build_object(
              'id', m.id, 'runId', m.run_id, 'orgId', m.org_id, 'stepId', m.step_id,
              'iteration', m.iteration, 'kind', m.kind, 'lane', m.lane, 'attempt', m.attempt,
              'token', m.token, 'wake', m.wake) order by m.id) from moved m), '[]') as steps,
          (select count(*) from shares)::int as queues,
          (select json_build_object('orgId', org_id, 'connection', connection)
             from c order by org_id desc, connection desc limit 1) as served,
          (select json_build_object('orgId', org_id, 'connection', connection)
             from shares order by nth desc limit 1) as seen`;

/**
 * Claims what is ready, and what a vanished worker holds past its lease. The lane's queues take
 * turns: from each at most its share of the room, oldest first, so that one organisation's burst
 * holds up nobody else; and of a connection no more than its cap leaves, so that what cannot start
 * is not claimed and stands in nobody's way. (The cap is only looked at here; beginning the call
 * takes a slot under its lock.) Locks run, then step, passing by whatever is locked; reads
 * `steps_claim (lane, org_id, connection, ready_at, id)` in order and stops at the share.
 * Everything is in one statement: the higher token, the attempt, the run's number and the log
 * entries (`step.lost` for the vanished attempt, then `step.started`).
 */
export const claimSteps = async (tx: Tx, order: ClaimOrder): Promise<Claimed> => {
  const { rows } = await tx.query<Answer>(CLAIM, [
    order.lane,
    order.limit,
    order.owner,
    order.leaseSeconds,
    order.mostLostAttempts,
    order.after.orgId,
    order.after.connection,
  ]);
  const answer = rows[0];
  if (answer === undefined) throw new Error('A claim had no answer.');
  if (answer.steps.length > order.limit) {
    throw new Error(`Claimed ${answer.steps.length} steps with room for ${order.limit}.`);
  }
  return claimedOf(order, answer);
};
