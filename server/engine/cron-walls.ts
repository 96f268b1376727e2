import { Cron } from 'croner';
import { DateTime } from 'luxon';

/** Wall times as if in UTC, epoch milliseconds: zones and clock changes are none of cron's business. */
export type NextWall = (after: number) => number | null;

/** The wall times of a cron expression of five fields; the caller has checked its shape. */
export function cronWalls(expression: string): NextWall {
  const cron = new Cron(expression, { mode: '5-part', utcOffset: 0, paused: true });
  return (after) => cron.nextRun(DateTime.fromMillis(after).toJSDate())?.getTime() ?? null;
}

/**
 * Whether an expression names an interval within the hour ("every 15 minutes", "at 5 past"): with
 * every hour in it, it counts real time and not the hours of a day.
 */
export function isCronInterval(expression: string): boolean {
  const hours = expression.trim().split(/\s+/)[1] ?? '';
  return ['*', '*/1', '0-23'].includes(hours);
}
