/**
 * What the health page and /metrics show: work that has stopped moving rather than errors. All of
 * it is read from partial indexes over what is open, or is bounded.
 */
import type { Tx } from '#server/platform/db.ts';

/** Seconds late of timers fired in the last hour. */
export interface Lateness {
  readonly timerLatenessP50: number;
  readonly timerLatenessP95: number;
  readonly timerLatenessMax: number;
}

/** Seconds late of the timers that fired in the last hour, the latest 10,000; by `timers_fired`. */
export const readLateness = async (tx: Tx): Promise<Lateness> => {
  const { rows } = await tx.query<{ p50: number | null; p95: number | null; most: number | null }>(
    `select percentile_disc(0.5) within group (order by late) as p50,
            percentile_disc(0.95) within group (order by late) as p95, max(late) as most
       from (select greatest(0, extract(epoch from fired_at - due_at))::float8 as late
               from timers
              where fired_at > engine_now() - interval '1 hour' and fired_at is not null
              order by fired_at desc limit 10000) t`,
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

export const readBacklogs = async (tx: Tx, orgId: string | null): Promise<Backlogs> => {
  const { rows } = await tx.query<Backlogs>(
    `with lanes as (
       select l.lane,
              (select count(*) from steps s where s.lane = l.lane
                  and s.status in ('ready', 'running') and s.status = 'ready')::int as ready,
              (select count(*) from steps s where s.lane = l.lane
                  and s.status in ('ready', 'running') and s.status = 'running')::int as running,
              (select coalesce(greatest(0, extract(epoch from engine_now() - min(s.ready_at))), 0)
                 from steps s where s.lane = l.lane
                  and s.status in ('ready', 'running') and s.status = 'ready')::float8 as oldest
         from unnest(array['fast', 'io', 'slow']) as l (lane)),
     overdue as (
       select count(*)::int as n, min(due_at) as oldest
         from timer_queues q cross join lateral (
           select due_at from timers t
            where t.org_id = q.org_id and t.fired_at is null and t.cancelled_at is null
              and t.due_at < engine_now() - ${OVERDUE}
            order by t.due_at limit 1000) t)
     select (select n from overdue) as "overdueTimers",
            (select coalesce(extract(epoch from engine_now() - oldest), 0)::float8
               from overdue) as "oldestOverdueTimer",
            (select json_object_agg(lane, oldest) from lanes) as "oldestReady",
            (select json_object_agg(lane, ready) from lanes) as "readySteps",
            (select json_object_agg(lane, running) from lanes) as "runningSteps",
            (select count(*)::int from effects
              where status in ('claimed', 'in_flight', 'outcome_unknown')) as "unsettledEffects",
            (select count(*)::int from effects
              where status = 'needs_review' and ($1::text is null or org_id = $1)) as "effectsInReview",
            (select count(*)::int from outbox where sent_at is null) as "outboxUnsent",
            (select coalesce(greatest(0, extract(epoch from engine_now() - min(created_at))), 0)::float8
               from outbox where sent_at is null) as "outboxLag",
            (select count(*)::int from organisations o cross join lateral (
               select 1 from runs
                where org_id = o.id and status = 'failed'
                  and finished_at > engine_now() - interval '30 days' limit 10000) f
              where $1::text is null or o.id = $1) as "deadLetters"`,
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

/** Unfinished runs by status, at most 100,000 each per organisation; by `runs_by_status` alone. */
export const readOpenRuns = async (
  tx: Tx,
  orgId: string | null,
): Promise<Readonly<Record<string, number>>> => {
  const { rows } = await tx.query<{ status: string; n: number }>(
    `select w.status, count(*)::int as n
       from organisations o
      cross join unnest($2::text[]) as w (status)
      cross join lateral (
        select 1 from runs where org_id = o.id and status = w.status limit 100000) r
      where $1::text is null or o.id = $1
      group by w.status`,
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
