/**
 * schedule_fires: occurrences that a schedule has passed by.
 *
 *   owed ──► started | skipped | missed | refused
 *
 * The primary key is the schedule and the instant, so any number of schedulers owe it once; an owed
 * one is a durable way forward by itself (`look_at`), whatever becomes of its schedule.
 */
import type { Tx } from '#server/platform/db.ts';

export interface PassedFire {
  readonly instant: Date;
  readonly dueAt: Date;
  readonly status: 'owed' | 'missed';
  /** Missed ones of one stretch are one row. */
  readonly occurrences: number;
}

export interface ScheduleAdvance {
  readonly id: string;
  readonly seenRunAt: Date | null;
  readonly nextInstant: Date | null;
  readonly nextRunAt: Date | null;
  readonly fires: readonly PassedFire[];
}

export interface WrittenFire {
  readonly orgId: string;
  readonly automationId: string;
  readonly status: 'owed' | 'missed';
  readonly instant: Date;
  readonly occurrences: number;
}

/**
 * Claims and advances: one statement moves each schedule on and writes what it passed by. A schedule
 * that was moved meanwhile, or paused, does neither.
 */
export const advanceSchedules = async (
  tx: Tx,
  advances: readonly ScheduleAdvance[],
): Promise<readonly WrittenFire[]> => {
  if (advances.length === 0) return [];
  const { rows } = await tx.query<WrittenFire>(
    `with wanted as (
       select * from json_to_recordset($1::json) as w (
         id text, "seenRunAt" timestamptz, "nextInstant" timestamptz, "nextRunAt" timestamptz,
         fires json)),
     claimed as (
       update schedules s
          set next_instant = w."nextInstant", next_run_at = w."nextRunAt",
              last_run_at = case when json_array_length(w.fires) > 0 then s.next_run_at
                                 else s.last_run_at end
         from wanted w
        where s.id = w.id and s.status = 'active'
          and date_trunc('milliseconds', s.next_run_at) is not distinct from w."seenRunAt"
       returning s.id, s.org_id, s.automation_id, s.zone, s.overlap, s.catch_up_seconds, w.fires)
     insert into schedule_fires as f (schedule_id, instant, org_id, automation_id, status, zone,
                                      overlap, catch_up_seconds, due_at, look_at, occurrences,
                                      closed_at)
     select c.id, p.instant, c.org_id, c.automation_id, p.status, c.zone, c.overlap,
            c.catch_up_seconds, p."dueAt", case when p.status = 'owed' then p."dueAt" end,
            p.occurrences, case when p.status <> 'owed' then engine_now() end
       from claimed c
      cross join lateral json_to_recordset(c.fires) as p (
            instant timestamptz, "dueAt" timestamptz, status text, occurrences int)
     on conflict (schedule_id, instant) do nothing
     returning f.org_id as "orgId", f.automation_id as "automationId", f.status, f.instant,
               f.occurrences`,
    [JSON.stringify(advances)],
  );
  return rows;
};

/** Schedules with something owed now, the longest waiting first; by `schedule_fires_owed`. */
export const findOwingSchedules = async (tx: Tx, limit: number): Promise<readonly string[]> => {
  const { rows } = await tx.query<{ id: string }>(
    `select schedule_id as id from (
       select schedule_id, look_at from schedule_fires
        where status = 'owed' and look_at <= engine_now()
        order by look_at limit $1) owed
      group by schedule_id order by min(look_at)`,
    [limit],
  );
  return rows.map((row) => row.id);
};

export interface OwedFire {
  readonly scheduleId: string;
  readonly instant: Date;
  readonly orgId: string;
  readonly automationId: string;
  readonly zone: string;
  readonly overlap: 'skip' | 'queue' | 'allow';
  readonly catchUpSeconds: number;
  readonly dueAt: Date;
  readonly now: Date;
  /** An earlier run of this schedule has not ended. */
  readonly running: boolean;
}

/** Runs of the schedule that are looked at for one that still goes on. */
const LATEST = 20;

/**
 * The schedule's earliest owed occurrence, locked, when it is time to look at it. A second scheduler
 * waits here and then finds it closed, so that two never decide about overlap at once.
 */
export const lockEarliestOwed = async (tx: Tx, scheduleId: string): Promise<OwedFire | null> => {
  const locked = await tx.query<{ instant: Date }>(
    `select instant from schedule_fires
      where schedule_id = $1 and status = 'owed' order by instant limit 1 for update`,
    [scheduleId],
  );
  if (locked.rows.length === 0) return null;
  // A statement of its own: it sees the runs that were started while this one waited.
  const { rows } = await tx.query<OwedFire & { readonly due: boolean }>(
    `select f.schedule_id as "scheduleId", f.instant, f.org_id as "orgId",
            f.automation_id as "automationId", f.zone, f.overlap,
            f.catch_up_seconds as "catchUpSeconds", f.due_at as "dueAt", engine_now() as now,
            f.look_at <= engine_now() as due,
            exists (select 1 from (
              select run_id from schedule_fires b
               where b.schedule_id = f.schedule_id and b.status = 'started'
               order by b.instant desc limit ${LATEST}) b
              join runs r on r.id = b.run_id
             where r.finished_at is null) as running
       from schedule_fires f
      where f.schedule_id = $1 and f.status = 'owed' order by f.instant limit 1`,
    [scheduleId],
  );
  const [fire] = rows;
  return fire?.due === true ? fire : null;
};

export const closeFire = async (
  tx: Tx,
  fire: Pick<OwedFire, 'scheduleId' | 'instant'>,
  status: 'started' | 'skipped' | 'missed' | 'refused',
  runId: string | null,
): Promise<void> => {
  const { rowCount } = await tx.query(
    `update schedule_fires
        set status = $3, run_id = $4, look_at = null, closed_at = engine_now()
      where schedule_id = $1 and instant = $2 and status = 'owed'`,
    [fire.scheduleId, fire.instant, status, runId],
  );
  if (rowCount !== 1) throw new Error('An owed occurrence was closed by someone else.');
};

/** Looks at everything that the schedule owes again in a while. */
export const putOffFires = async (tx: Tx, scheduleId: string, seconds: number): Promise<void> => {
  await tx.query(
    `update schedule_fires
        set look_at = greatest(look_at, engine_now() + make_interval(secs => $2))
      where schedule_id = $1 and status = 'owed' and look_at <= engine_now()`,
    [scheduleId, seconds],
  );
};
