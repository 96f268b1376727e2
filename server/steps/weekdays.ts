import { z } from 'zod';
import { type Weekday, weekdaySchema } from '#server/engine/timer-rule.ts';

const ALL: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const NAMES: Readonly<Record<Weekday, string>> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

export const daysSchema = z.union([
  z.enum(['daily', 'weekdays', 'weekends']),
  z.array(weekdaySchema).min(1, 'Choose at least one day').max(7),
]);
export type Days = z.output<typeof daysSchema>;

/** In the week's order, each once. */
export function expandDays(days: Days): Weekday[] {
  if (days === 'daily') return [...ALL];
  if (days === 'weekdays') return ALL.slice(0, 5);
  if (days === 'weekends') return ALL.slice(5);
  return ALL.filter((day) => days.includes(day));
}

/** What comes after "on the next": "weekday", "Monday or Thursday". */
export function describeDays(days: Days): string {
  const each = expandDays(days);
  if (each.length === ALL.length) return 'day';
  if (isSame(each, expandDays('weekdays'))) return 'weekday';
  if (isSame(each, expandDays('weekends'))) return 'day of a weekend';
  const names = each.map((day) => NAMES[day]);
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} or ${last}`;
}

/** Both in the week's order. */
function isSame(days: readonly Weekday[], others: readonly Weekday[]): boolean {
  return days.length === others.length && days.every((day, index) => day === others[index]);
}
