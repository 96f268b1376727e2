import { advanceTime } from '#server/testing/advance-time.ts';
import type { Lane } from './lane.ts';

/**
 * A schedule that is due half a minute ago, and not again for years: one run, whose start key is
 * answered.
 */
export const setSchedule = async (lane: Lane, automationId: string): Promise<string> => {
  const { rows } = await lane.sql.query<{ id: string; instant: Date }>(
    `insert into schedules (id, org_id, automation_id, kind, expression, zone, next_instant,
                            next_run_at, overlap)
     values ($1, $2, $1, 'cron', '0 0 29 2 *', 'UTC', date_trunc('second', engine_now()),
             date_trunc('second', engine_now()), 'allow')
     on conflict (id) do update
       set next_instant = excluded.next_instant, next_run_at = excluded.next_run_at
     returning id, next_instant as instant`,
    [automationId, lane.orgId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The schedule was not written.');
  await advanceTime(lane, '2 seconds');
  return `schedule:${row.id}:${row.instant.toISOString()}`;
};
