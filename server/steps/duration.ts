import { z } from 'zod';

const SHAPE =
  /^P(?:(\d{1,5})W|(?:(\d{1,5})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?)$/;
const MAX_SECONDS = 10 * 366 * 86_400;

interface Parts {
  readonly weeks: number;
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

function readParts(text: string): Parts | null {
  const match = SHAPE.exec(text);
  if (match === null) return null;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part) => (part === undefined ? 0 : Number(part)));
  return { weeks, days, hours, minutes, seconds };
}

/** Length in real seconds; null where the text is no duration that we accept. */
export function durationSeconds(text: string): number | null {
  const parts = readParts(text);
  if (parts === null) return null;
  return (
    (parts.weeks * 7 + parts.days) * 86_400 +
    parts.hours * 3600 +
    parts.minutes * 60 +
    parts.seconds
  );
}

/**
 * ISO 8601, counted in real time. Months and years are refused: their length depends on the
 * calendar, so "P1M" would promise something that an elapsed-time wait cannot keep.
 */
export const durationSchema = z
  .string()
  .regex(
    SHAPE,
    'Use an ISO 8601 duration in weeks, days, hours, minutes or seconds, such as PT2H or P3D',
  )
  .refine((text) => (durationSeconds(text) ?? 0) > 0, 'Use a duration longer than nothing')
  .refine(
    (text) => (durationSeconds(text) ?? 0) <= MAX_SECONDS,
    'Use a duration of at most ten years',
  );

function unit(amount: number, name: string): string | null {
  if (amount === 0) return null;
  return `${amount} ${name}${amount === 1 ? '' : 's'}`;
}

/** "3 days", "1 hour and 30 minutes": for sentences on cards. */
export function describeDuration(text: string): string {
  const parts = readParts(text);
  if (parts === null) return text;
  const words = [
    unit(parts.weeks, 'week'),
    unit(parts.days, 'day'),
    unit(parts.hours, 'hour'),
    unit(parts.minutes, 'minute'),
    unit(parts.seconds, 'second'),
  ].filter((word) => word !== null);
  const last = words.pop();
  if (last === undefined) return 'no time';
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
}
