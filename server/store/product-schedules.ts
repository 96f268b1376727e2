/**
 * schedules: one row for an automation whose live trigger is a schedule, none for the others.
 *
 *   next_instant   the occurrence that comes next, as the rule says it
 *   next_run_at    when it is looked at: next_instant + the schedule's own jitter
 *
 * Both null: paused, or nothing comes any more. Whoever advances a schedule writes what it passes
 * by to `schedule_fires` in the same statement; publishing, pausing and the scheduler all do.
 * Locks: the automation (publishing, pausing), then the schedule.
 */
import type { Tx } from '#server/platform/db.ts';

export interface ScheduleRule {
  readonly kind: 'cron' | 'rrule';
  readonly expression: string;
  readonly zone: string;
  readonly jitterSeconds: number;
  readonly overlap: 'skip' | 'queue' | 'allow';
  readonly catchUpSeconds: number;
}

export interface ScheduleRow extends ScheduleRule {
  readonly id: string;
  readonly orgId: string;
  readonly automationId: string;
  readonly status: 'active' | 'paused';
  /** Null on a row that nobody has computed yet, and on one that does not come any more. */
  readonly nextInstant: Date | null;
  readonly nextRunAt: Date | null;
  /** The engine's time now, after the row was locked. */
  readonly now: Date;
}

const COLUMNS = `
  id, org_id as "orgId", automation_id as "automationId", kind, expression, zone, status,
  jitter_seconds as "jitterSeconds", overlap, catch_up_seconds as "catchUpSeconds",
  next_instant as "nextInstant", next_run_at as "nextRunAt",
  clock_timestamp() + (engine_now() - now()) as now`;

/** The engine's time as it runs on within a transaction that may have waited for a lock. */
export const readClock = async (tx: Tx): Promise<Date> => {
  const { rows } = await tx.query<{ now: Date }>(
    'select clock_timestamp() + (engine_now() - now()) as now',
  );
  const now = rows[0]?.now;
  if (now === undefined) throw new Error('The database told no time.');
  return now;
};

/** The automation's schedule, locked until the transaction ends; null without one. */
export const lockSchedule = async (tx: Tx, automationId: string): Promise<ScheduleRow | null> => {
  const { rows } = await tx.query<ScheduleRow>(
    `select ${COLUMNS} from schedules where automation_id = $1 for update`,
    [automationId],
  );
  return rows[0] ?? null;
};

/**
 * Schedules that are due, locked; by `schedules_due`. What another scheduler holds is passed by, and
 * what rests after a failure.
 */
export const lockDueSchedules = async (
  tx: Tx,
  limit: number,
  resting: readonly string[] = [],
): Promise<readonly ScheduleRow[]> => {
  const { rows } = await tx.query<ScheduleRow>(
    `select ${COLUMNS} from schedules
      where status = 'active' and next_run_at <= engine_now() and id <> all ($2::text[])
      order by next_run_at limit $1 for update skip locked`,
    [limit, resting],
  );
  return rows;
};

export interface NewSchedule extends ScheduleRule {
  readonly id: string;
  readonly orgId: string;
  readonly automationId: string;
  readonly paused: boolean;
  readonly nextInstant: Date | null;
  readonly nextRunAt: Date | null;
}

/** Writes the automation's one schedule; its id and status stay through every edit. */
export const keepSchedule = async (tx: Tx, kept: NewSchedule): Promise<void> => {
  await tx.query(
    `insert into schedules as s (id, org_id, automation_id, kind, expression, zone, jitter_seconds,
                                 overlap, catch_up_seconds, status, next_instant, next_run_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (automation_id) do update
        set kind = excluded.kind, expression = excluded.expression, zone = excluded.zone,
            jitter_seconds = excluded.jitter_seconds, overlap = excluded.overlap,
            catch_up_seconds = excluded.catch_up_seconds, next_instant = excluded.next_instant,
            next_run_at = excluded.next_run_at, updated_at = now()`,
    [
      kept.id,
      kept.orgId,
      kept.automationId,
      kept.kind,
      kept.expression,
      kept.zone,
      kept.jitterSeconds,
      kept.overlap,
      kept.catchUpSeconds,
      kept.paused ? 'paused' : 'active',
      kept.nextInstant,
      kept.nextRunAt,
    ],
  );
};

/** The live trigger is no schedule (any more). */
export const dropSchedule = async (tx: Tx, automationId: string): Promise<void> => {
  await tx.query('delete from schedules where automation_id = $1', [automationId]);
};

export interface ScheduleTurn {
  readonly id: string;
  readonly status: 'active' | 'paused';
  readonly nextInstant: Date | null;
  readonly nextRunAt: Date | null;
}

/** Pauses or resumes a schedule that the caller has locked. */
export const turnSchedule = async (tx: Tx, turn: ScheduleTurn): Promise<void> => {
  await tx.query(
    `update schedules set status = $2, next_instant = $3, next_run_at = $4, updated_at = now()
      where id = $1`,
    [turn.id, turn.status, turn.nextInstant, turn.nextRunAt],
  );
};
