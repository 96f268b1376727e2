/**
 * schedules, as publishing and pausing keep them: one row for an automation whose live trigger is a
 * schedule, none for the others. `next_run_at` is null until the scheduler has computed it: after
 * a publish or a resume it counts from then on, so that nothing that was missed fires unasked.
 * The caller holds the automation's row, so two of these never meet.
 */
import type { Tx } from '#server/platform/db.ts';

export interface ScheduleToKeep {
  readonly id: string;
  readonly orgId: string;
  readonly automationId: string;
  readonly kind: 'cron' | 'rrule';
  readonly expression: string;
  readonly zone: string;
  readonly jitterSeconds: number;
  readonly overlap: 'skip' | 'queue' | 'allow';
  readonly catchUpSeconds: number;
  readonly paused: boolean;
}

/** What is equal stays as it is, its next run included. */
export const keepSchedule = async (tx: Tx, kept: ScheduleToKeep): Promise<void> => {
  const values = [
    kept.automationId,
    kept.kind,
    kept.expression,
    kept.zone,
    kept.jitterSeconds,
    kept.overlap,
    kept.catchUpSeconds,
  ];
  const { rowCount } = await tx.query(
    `update schedules
        set kind = $2, expression = $3, zone = $4, jitter_seconds = $5, overlap = $6,
            catch_up_seconds = $7, updated_at = now(),
            next_run_at = case when (kind, expression, zone) = ($2, $3, $4) then next_run_at end
      where automation_id = $1`,
    values,
  );
  if (rowCount !== 0) return;
  await tx.query(
    `insert into schedules (automation_id, kind, expression, zone, jitter_seconds, overlap,
                            catch_up_seconds, id, org_id, status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [...values, kept.id, kept.orgId, kept.paused ? 'paused' : 'active'],
  );
};

/** The live trigger is no schedule (any more). */
export const dropSchedule = async (tx: Tx, automationId: string): Promise<void> => {
  await tx.query('delete from schedules where automation_id = $1', [automationId]);
};

/** Toggling it any number of times leaves one schedule. */
export const pauseSchedule = async (
  tx: Tx,
  automationId: string,
  paused: boolean,
): Promise<void> => {
  await tx.query(
    `update schedules set status = $2, next_run_at = null, updated_at = now()
      where automation_id = $1 and status <> $2`,
    [automationId, paused ? 'paused' : 'active'],
  );
};
