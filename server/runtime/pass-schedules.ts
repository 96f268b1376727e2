import { passSchedule, type SchedulePass } from '#server/engine/pass-schedule.ts';
import type { Tx } from '#server/platform/db.ts';
import { newId } from '#server/platform/ids.ts';
import { insertReceipt } from '#server/store/receipts.ts';
import { advanceSchedules, type WrittenFire } from '#server/store/schedule-fires.ts';
import type { ScheduleRow } from '#server/store/product-schedules.ts';

const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

const noteMissed = async (tx: Tx, fire: WrittenFire): Promise<void> => {
  const { orgId, automationId, occurrences } = fire;
  const since = fire.instant.toISOString();
  await insertReceipt(tx, {
    id: newId('rcp'),
    orgId,
    automationId,
    source: 'schedule',
    result: 'missed',
    runId: null,
    detail:
      occurrences === 1
        ? `The time ${since} was missed by more than the catch-up window.`
        : `${occurrences} times from ${since} on were missed by more than the catch-up window.`,
    startKey: null,
  });
};

/**
 * Moves locked schedules to after now by their own rule: what they pass by is owed or recorded as
 * missed, in the statement that moves them. Answers where each stands then.
 */
export const passSchedules = async (
  tx: Tx,
  schedules: readonly ScheduleRow[],
): Promise<ReadonlyMap<string, SchedulePass>> => {
  const passes = new Map(
    schedules.map((row) => [
      row.id,
      passSchedule(row, row.nextInstant?.getTime() ?? null, row.now.getTime()),
    ]),
  );
  const written = await advanceSchedules(
    tx,
    schedules.map((row) => {
      const pass = passes.get(row.id);
      return {
        id: row.id,
        seenRunAt: row.nextRunAt,
        nextInstant: dateOf(pass?.nextInstant ?? null),
        nextRunAt: dateOf(pass?.nextRunAt ?? null),
        fires: (pass?.passed ?? []).map(({ instant, dueAt, status, occurrences }) => ({
          instant: new Date(instant),
          dueAt: new Date(dueAt),
          status,
          occurrences,
        })),
      };
    }),
  );
  for (const fire of written) if (fire.status === 'missed') await noteMissed(tx, fire);
  return passes;
};
