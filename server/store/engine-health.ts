/**
 * What the health page and /metrics show: work that has stopped moving rather than errors. All of
 * it is read from partial indexes over what is open, or is bounded.
 */
import type { Tx } from '#server/platform/db.ts';
import { queuesOfLane } from './ready-groups.ts';

/** Seconds late of timers fired in the last hour. */
export interface Lateness {
  readonly timerLatenessP50: number;
  readonly timerLatenessP95: number;
  readonly timerLatenessMax: number;
}

/** Seconds late of the timers that fired in the last hour, the latest 2,000; by `timers_fired`. */
export const readLateness = async (tx: Tx): Promise<Lateness> => {
  const { rows } = await tx.query<{ p50: number | null; p95: number | null; most: number | null }>(
    `select percentile_disc(0.5) within group (order by late) as p50,
            percentile_disc(0.95) within group (order by late) as p95, max(late) as most
       from (select greatest(0, extract(epoch from fired_at - due_at))::float8 as late
               from timers
              where fired_at > engine_now() - interval '1 hour' and fired_at is not null
              order by fired_at desc limit 2000) t`,
  );
  const row = rows[0];
  return {
    timerLatenessP50: row?.p50 ?? 0,
    timerLatenessP95: row?.p95 ?? 0,
    timerLatenessMax: row?.most ?? 0,
  };
};

export interface Backlogs {
  readonly overdueTimers: number;
  /** Seconds overdue. */
  readonly oldestOverdueTimer: number;
  /** Seconds, by lane. */
  readonly oldestReady: Readonly<Record<string, number>>;
  readonly readySteps: Readonly<Record<string, number>>;
  readonly runningSteps: Readonly<Record<string, number>>;
  readonly unsettledEffects: number;
  readonly effectsInReview: number;
  readonly outboxUnsent: number;
  /** Seconds. */
  readonly outboxLag: number;
  readonly deadLetters: number;
}

/** A timer counts as overdue when some sweeps have passed it by. */
const OVERDUE = `interval '10 seconds'`;

/** How far anything is counted: "1,000 or more" says enough, and costs no more than that. */
const MOST_COUNTED = 1000;

/** Rows of an indexed query, counted no further. */
const upTo = (query: string): string =>
  `(select count(*)::int from (select 1 from ${query} limit ${MOST_COUNTED}) as counted)`;

const OF_LANE = `s.lane = l.lane and s.status in ('ready', 'running')`;

/** One probe for each organisation and connection that has something to do in the lane. */
const OLDEST_READY = `
  (with recursive ${queuesOfLane('l.lane', "''", "''", 1000)}
   select coalesce(greatest(0, extract(epoch from engine_now() - min(f.ready_at))), 0)::float8
     from queues q cross join lateral (
       select ready_at from steps s
        where ${OF_LANE} and s.org_id = q.org_id and s.connection = q.connection
          and s.status = 'ready' and ready_at <= engine_now()
        order by ready_at, id limit 1) f)`;

/**
 * What stands still or waits to be done; `orgId` narrows reviews and dead letters. Every count stops
 * at `MOST_COUNTED`, so that it costs the same however bad it is.
 */
export const readBacklogs = async (tx: Tx, orgId: string | null): Promise<Backlogs> => {
  const { rows } = await tx.query<Backlogs>(
    `with lanes as (
       select l.lane,
              ${upTo(`steps s where ${OF_LANE} and s.status = 'ready'`)} as ready,
              ${upTo(`steps s where ${OF_LANE} and s.status = 'running'`)} as running,
              ${OLDEST_READY} as oldest
         from unnest(array['fast', 'io', 'slow']) as l (lane)),
     late as (
       select q.org_id from timer_queues q where q.next_due_at < engine_now() - ${OVERDUE}),
     oldest as (
       select min(t.due_at) as due_at
         from late cross join lateral (
           select due_at from timers
            where org_id = late.org_id and fired_at is null and cancelled_at is null and not held
            order by due_at, id limit 1) t
        where t.due_at < engine_now() - ${OVERDUE})
     select ${upTo(`late cross join lateral (
              select 1 from timers
               where org_id = late.org_id and fired_at is null and cancelled_at is null and not held
                 and due_at < engine_now() - ${OVERDUE}
               limit ${MOST_COUNTED}) t`)} as "overdueTimers",
            (select coalesce(extract(epoch from engine_now() - due_at), 0)::float8
               from oldest) as "oldestOverdueTimer",
            (select json_object_agg(lane, oldest) from lanes) as "oldestReady",
            (select json_object_agg(lane, ready) from lanes) as "readySteps",
            (select json_object_agg(lane, running) from lanes) as "runningSteps",
            ${upTo(`effects where status in ('claimed', 'in_flight', 'outcome_unknown')`)}
              as "unsettledEffects",
            ${upTo(`effects where status = 'needs_review' and ($1::text is null or org_id = $1)`)}
              as "effectsInReview",
            ${upTo('outbox where sent_at is null')} as "outboxUnsent",
            (select coalesce(greatest(0, extract(epoch from engine_now() - min(created_at))), 0)::float8
               from outbox where sent_at is null) as "outboxLag",
            ${upTo(`organisations o cross join lateral (
               select 1 from runs
                where org_id = o.id and status = 'failed'
                  and finished_at > engine_now() - interval '30 days' limit ${MOST_COUNTED}) f
              where $1::text is null or o.id = $1`)} as "deadLetters"`,
    [orgId],
  );
  const found = rows[0];
  if (found === undefined) throw new Error('The engine had nothing to say of itself.');
  return found;
};

const OPEN = [
  'running',
  'waiting_timer',
  'waiting_signal',
  'waiting_approval',
  'waiting_retry',
  'parked',
  'needs_review',
  'stopping',
];

/**
 * Unfinished runs by status, each counted to `MOST_COUNTED`; by `runs_by_status` alone, whose own
 * condition is said once more: a status that is only known row by row does not imply it.
 */
export const readOpenRuns = async (
  tx: Tx,
  orgId: string | null,
): Promise<Readonly<Record<string, number>>> => {
  const { rows } = await tx.query<{ status: string; n: number }>(
    `select w.status, c.n from unnest($2::text[]) as w (status)
      cross join lateral (
        select count(*)::int as n from (
          select 1 from organisations o cross join lateral (
            select 1 from runs
             where org_id = o.id and status = w.status and status <> 'done'
             limit ${MOST_COUNTED}) r
           where $1::text is null or o.id = $1 limit ${MOST_COUNTED}) as counted) c
      where c.n > 0`,
    [orgId, OPEN],
  );
  return Object.fromEntries(rows.map((row) => [row.status, row.n]));
};

export interface Leader {
  readonly job: string;
  readonly owner: string;
  readonly until: Date;
}

export const readLeaders = async (tx: Tx): Promise<readonly Leader[]> => {
  const { rows } = await tx.query<Leader>(
    `select name as job, owner, lease_until as until from leases
      where lease_until > now() order by name`,
  );
  return rows;
};

export interface WorkerSeen {
  readonly id: string;
  readonly role: string;
  readonly seenAt: Date;
  /** Seen within the last minute. */
  readonly alive: boolean;
}

export const readWorkers = async (tx: Tx): Promise<readonly WorkerSeen[]> => {
  const { rows } = await tx.query<WorkerSeen>(
    `select id, role, seen_at as "seenAt", seen_at > now() - interval '1 minute' as alive
       from workers order by seen_at desc limit 100`,
  );
  return rows;
};
