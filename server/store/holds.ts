/**
 * Runs that are held with their paused automation.
 *
 *   automations.hold:  (null) ──pause, and hold──► holding ──resume──► releasing ──all released──► (null)
 *                                                     ▲                    │
 *                                                     └────paused again────┘
 *
 * A held run has `held_at`; its ready steps are ready at infinity and its open timers are `held`:
 * both are thereby out of the ranges that claims and the due sweep read. Whoever marks or releases
 * runs holds the automation's row (for share) before theirs, so that an order that was taken back
 * marks no more. Lock order: automation, runs, steps, timers.
 */
import { z } from 'zod';
import type { Tx } from '#server/platform/db.ts';

export const releaseSchema = z.strictObject({
  /** What becomes of waits that came due while they were held. */
  waits: z.enum(['now', 'skip', 'spread']),
  /** Over how long what is due is laid apart; 0 unless spread. */
  spreadSeconds: z.int().min(0),
  /** Who said so. */
  actor: z.string(),
});
export type Release = z.infer<typeof releaseSchema>;

export interface Hold {
  readonly automationId: string;
  readonly hold: 'holding' | 'releasing';
  readonly actor: string;
  readonly release: Release | null;
}

const HOLD = `id as "automationId", hold, coalesce(status_by, 'engine') as actor,
              hold_release as release`;

/** By `automations_hold`: the few that hold or release runs now. */
export const listHolds = async (tx: Tx): Promise<readonly Hold[]> => {
  const { rows } = await tx.query<Hold>(
    `select ${HOLD} from automations where hold is not null order by id`,
  );
  return rows;
};

/** The order as it stands, which nobody changes until the transaction ends; null when there is none. */
export const lockHold = async (tx: Tx, automationId: string): Promise<Hold | null> => {
  const { rows } = await tx.query<Hold>(
    `select ${HOLD} from automations where id = $1 and hold is not null for share`,
    [automationId],
  );
  return rows[0] ?? null;
};

/** Under the automation's row. Holding what is held already keeps its date. */
export const orderHold = async (tx: Tx, automationId: string): Promise<void> => {
  await tx.query(
    `update automations
        set hold = 'holding', hold_release = null, hold_at = coalesce(hold_at, engine_now())
      where id = $1`,
    [automationId],
  );
};

/** Nothing to release is nothing to do. */
export const orderRelease = async (
  tx: Tx,
  automationId: string,
  release: Release,
): Promise<void> => {
  await tx.query(
    `update automations set hold = 'releasing', hold_release = $2, hold_at = engine_now()
      where id = $1 and hold is not null`,
    [automationId, JSON.stringify(release)],
  );
};

/** Unless it is ordered to hold again, or some run is held still. */
export const endRelease = async (tx: Tx, automationId: string): Promise<void> => {
  await tx.query(
    `update automations set hold = null, hold_release = null, hold_at = null
      where id = $1 and hold = 'releasing'
        and not exists (select 1 from runs where automation_id = $1 and held_at is not null)`,
    [automationId],
  );
};

/** Open runs that go on yet; by `runs_open_by_version`. Test runs are nobody's and go on. */
export const findRunsToHold = async (
  tx: Tx,
  automationId: string,
  limit: number,
): Promise<readonly string[]> => {
  const { rows } = await tx.query<{ id: string }>(
    `select id from runs
      where automation_id = $1 and finished_at is null and held_at is null and not is_test
      order by version, id limit $2`,
    [automationId, limit],
  );
  return rows.map((row) => row.id);
};

/** By `runs_held`. */
export const findHeldRuns = async (
  tx: Tx,
  automationId: string,
  limit: number,
): Promise<readonly string[]> => {
  const { rows } = await tx.query<{ id: string }>(
    `select id from runs where automation_id = $1 and held_at is not null order by id limit $2`,
    [automationId, limit],
  );
  return rows.map((row) => row.id);
};

/** Marks runs held, under their locks. */
export const markHeld = async (tx: Tx, runIds: readonly string[]): Promise<void> => {
  await tx.query(
    'update runs set held_at = engine_now() where id = any ($1::text[]) and held_at is null',
    [runIds],
  );
  await hideHeld(tx, runIds);
};

/** What held runs have ready, and what they wait for, is seen by no claim and no sweep. */
export const hideHeld = async (tx: Tx, runIds: readonly string[]): Promise<void> => {
  await tx.query(
    `update steps set ready_at = 'infinity'
      where run_id = any ($1::text[]) and status = 'ready' and ready_at < 'infinity'`,
    [runIds],
  );
  await tx.query(
    `update timers set held = true
      where run_id = any ($1::text[]) and fired_at is null and cancelled_at is null and not held`,
    [runIds],
  );
};

export interface RunRelease {
  readonly id: string;
  /** How much later than now what is due comes. */
  readonly laterSeconds: number;
}

export interface ReleasedTimer {
  readonly orgId: string;
  /** Epoch milliseconds. */
  readonly dueAt: number;
}

/**
 * Releases runs, under their locks: deadlines and the runs' own age get back the time that they were
 * held, what came due meanwhile is due when its run's turn comes, and what was not due stays.
 */
export const releaseHeld = async (
  tx: Tx,
  runs: readonly RunRelease[],
): Promise<readonly ReleasedTimer[]> => {
  const given = [runs.map(({ id }) => id), runs.map(({ laterSeconds }) => laterSeconds)];
  const { rows } = await tx.query<ReleasedTimer>(
    `with u as (
       select r.id, r.held_at, engine_now() as now,
              engine_now() + make_interval(secs => g.later) as turn
         from unnest($1::text[], $2::float8[]) as g (id, later) join runs r on r.id = g.id
        where r.held_at is not null),
     ready as (
       update steps s set ready_at = u.turn from u
        where s.run_id = u.id and s.status = 'ready' and s.ready_at = 'infinity'),
     freed as (
       update timers t
          set held = false,
              due_at = case
                when t.purpose = 'deadline'
                  then t.due_at + (u.now - greatest(u.held_at, t.created_at))
                when t.due_at <= u.now then u.turn
                else t.due_at end
         from u
        where t.run_id = u.id and t.held and t.fired_at is null and t.cancelled_at is null
       returning t.org_id, t.run_id, t.step_id, t.iteration, t.purpose, t.due_at),
     shown as (
       update approvals a set deadline_at = f.due_at from freed f
        where f.purpose = 'deadline' and a.status = 'open' and a.run_id = f.run_id
          and a.step_id = f.step_id and a.iteration = f.iteration),
     older as (
       update runs r set held_at = null, expires_at = r.expires_at + (u.now - u.held_at)
         from u where r.id = u.id)
     select org_id as "orgId", (extract(epoch from due_at) * 1000)::float8 as "dueAt" from freed`,
    given,
  );
  return rows;
};

export interface HeldCounts {
  /** Runs that are held; counted no further than `most`. */
  readonly held: number;
  /** Of their waits, those whose time came meanwhile; counted no further than `most`. */
  readonly due: number;
}

/** By `runs_held` and `timers_run`. */
export const countHeld = async (
  tx: Tx,
  automationId: string,
  most: number,
): Promise<HeldCounts> => {
  const { rows } = await tx.query<HeldCounts>(
    `select (select count(*)::int from (
               select 1 from runs
                where automation_id = $1 and held_at is not null and finished_at is null
                limit $2) r) as held,
            (select count(*)::int from (
               select 1 from runs r join timers t on t.run_id = r.id
                where r.automation_id = $1 and r.held_at is not null and t.held
                  and t.purpose = 'wait' and t.fired_at is null and t.cancelled_at is null
                  and t.due_at <= (select engine_now())
                limit $2) d) as due`,
    [automationId, most],
  );
  const counts = rows[0];
  if (counts === undefined) throw new Error('A count had no answer.');
  return counts;
};
