import type { OpenTimer } from '#server/engine/event.ts';
import type { TimerPurpose, TimerRule } from '#server/engine/timer-rule.ts';
import type { Tx } from '#server/platform/db.ts';

export interface NewTimer {
  readonly id: string;
  readonly orgId: string;
  readonly runId: string;
  readonly stepId: string | null;
  readonly iteration: number | null;
  readonly purpose: TimerPurpose;
  readonly rule: TimerRule;
  readonly zone: string;
  readonly spreadSeconds: number;
  /** Epoch milliseconds. */
  readonly dueAt: number;
  readonly tzdb: string;
  /** Set and given up within one transaction: kept for the history only. */
  readonly cancelled: boolean;
}

export interface TimersToCancel {
  readonly runId: string;
  /** Null: every timer of the run. */
  readonly stepId: string | null;
  readonly iteration: number | null;
  readonly purpose: TimerPurpose | null;
}

export const insertTimers = async (tx: Tx, timers: readonly NewTimer[]): Promise<void> => {
  if (timers.length === 0) return;
  await tx.query(
    `insert into timers (id, org_id, run_id, step_id, iteration, purpose, rule, zone,
                         spread_seconds, due_at, tzdb, cancelled_at, created_at)
     select u.id, u."orgId", u."runId", u."stepId", u.iteration, u.purpose, u.rule, u.zone,
            u."spreadSeconds", to_timestamp(u."dueAt" / 1000.0), u.tzdb,
            case when u.cancelled then (select engine_now()) end, (select engine_now())
       from json_to_recordset($1::json) as u (
            id text, "orgId" text, "runId" text, "stepId" text, iteration int, purpose text,
            rule jsonb, zone text, "spreadSeconds" int, "dueAt" numeric, tzdb text,
            cancelled boolean)`,
    [JSON.stringify(timers)],
  );
};

/** Marks timers fired; each must have been open, which the run's lock and its loading assured. */
export const markTimersFired = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  const { rowCount } = await tx.query(
    `update timers set fired_at = (select engine_now())
      where id = any ($1::text[]) and fired_at is null and cancelled_at is null`,
    [ids],
  );
  if (rowCount !== ids.length) throw new Error('A timer that was to fire had fired already.');
};

/** By `timers_run`, under the run's lock. */
export const cancelTimers = async (tx: Tx, which: readonly TimersToCancel[]): Promise<void> => {
  if (which.length === 0) return;
  await tx.query(
    `update timers t set cancelled_at = (select engine_now())
       from json_to_recordset($1::json) as u (
            "runId" text, "stepId" text, iteration int, purpose text)
      where t.run_id = u."runId" and t.fired_at is null and t.cancelled_at is null
        and (u."stepId" is null or t.step_id = u."stepId" and t.iteration = u.iteration)
        and (u.purpose is null or t.purpose = u.purpose)`,
    [JSON.stringify(which)],
  );
};

export interface MovedTimer {
  readonly id: string;
  readonly orgId: string;
  readonly zone: string;
  /** Epoch milliseconds. */
  readonly dueAt: number;
  readonly tzdb: string;
  /** Null: the rule stays. */
  readonly rule: TimerRule | null;
  readonly spreadSeconds: number | null;
}

/** Gives open timers another instant, under their runs' locks; an approval shows its deadline's. */
export const moveTimers = async (tx: Tx, timers: readonly MovedTimer[]): Promise<void> => {
  if (timers.length === 0) return;
  const { rows } = await tx.query<{ moved: number }>(
    `with moved as (
       update timers t
          set zone = u.zone, tzdb = u.tzdb, due_at = to_timestamp(u."dueAt" / 1000.0),
              rule = coalesce(u.rule, t.rule),
              spread_seconds = coalesce(u."spreadSeconds", t.spread_seconds)
         from json_to_recordset($1::json) as u (
              id text, zone text, "dueAt" numeric, tzdb text, rule jsonb, "spreadSeconds" int)
        where t.id = u.id and t.fired_at is null and t.cancelled_at is null
       returning t.run_id, t.step_id, t.iteration, t.purpose, t.due_at),
     shown as (
       update approvals a set deadline_at = m.due_at
         from moved m
        where m.purpose = 'deadline' and a.status = 'open' and a.run_id = m.run_id
          and a.step_id = m.step_id and a.iteration = m.iteration)
     select count(*)::int as moved from moved`,
    [JSON.stringify(timers)],
  );
  if (rows[0]?.moved !== timers.length) throw new Error('A timer that was to move was not open.');
};

/** The run's open timers with their rules; by `timers_run`, under the run's lock. */
export const readOpenTimers = async (tx: Tx, runId: string): Promise<readonly OpenTimer[]> => {
  const { rows } = await tx.query<OpenTimer>(
    `select id as "timerId", rule, zone, spread_seconds as "spreadSeconds",
            floor(extract(epoch from due_at) * 1000)::float8 as "dueAt"
       from timers where run_id = $1 and fired_at is null and cancelled_at is null order by id`,
    [runId],
  );
  return rows;
};

/** Closes timers that nothing waits for any more. */
export const cancelTimersById = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  await tx.query(
    `update timers set cancelled_at = (select engine_now())
      where id = any ($1::text[]) and fired_at is null and cancelled_at is null`,
    [ids],
  );
};

export interface TimerRow {
  readonly id: string;
  readonly orgId: string;
  readonly runId: string;
  readonly purpose: TimerPurpose;
  readonly closed: boolean;
}

export const findTimers = async (tx: Tx, ids: readonly string[]): Promise<readonly TimerRow[]> => {
  const { rows } = await tx.query<{
    id: string;
    orgId: string;
    runId: string;
    purpose: TimerPurpose;
    closed: boolean;
  }>(
    `select id, org_id as "orgId", run_id as "runId", purpose,
            fired_at is not null or cancelled_at is not null as closed
       from timers where id = any ($1::text[])`,
    [ids],
  );
  return rows;
};
