import { type ClockChange, firstClockChange } from '#components/ui/clock-changes.ts';
import { formatDay } from '#components/ui/format-time.ts';
import { wallClockAt } from '#components/ui/wall-clock.ts';

/** Seven days from today on a zone's clock. Places are in days from their beginning: 1.5 is tomorrow noon. */
export interface DayStrip {
  readonly days: readonly { readonly label: string; readonly hasTime: boolean }[];
  readonly now: number;
  readonly times: readonly number[];
  readonly change: { readonly place: number; readonly words: string } | null;
}

const DAYS = 7;
const DAY_MS = 86_400_000;

export function dayStrip(times: readonly number[], zone: string, from: number): DayStrip {
  const first = dayNumber(from, zone);
  const placeOf = (at: number): number => dayNumber(at, zone) - first + timeOfDay(at, zone);
  const places = times.map(placeOf).filter((place) => place < DAYS);
  const change = firstClockChange(new Date(from), new Date(from + DAYS * DAY_MS), zone);
  const changed = change === null ? null : placeOf(change.at.getTime());
  return {
    days: Array.from({ length: DAYS }, (_, index) => ({
      // Noon of a day named by its number is that day in every zone’s own count.
      label: formatDay(new Date((first + index) * DAY_MS + DAY_MS / 2), 'UTC').slice(0, -4),
      hasTime: places.some((place) => Math.floor(place) === index),
    })),
    now: placeOf(from),
    times: places,
    change:
      change === null || changed === null || changed >= DAYS
        ? null
        : { place: changed, words: directionOf(change) },
  };
}

export function directionOf({ minutes }: ClockChange): string {
  return minutes < 0 ? 'clocks go back' : 'clocks go forward';
}

/** Days since the epoch, as the zone’s calendar counts them. */
function dayNumber(at: number, zone: string): number {
  const { year, month, day } = wallClockAt(new Date(at), zone);
  return Math.round(Date.UTC(year, month - 1, day) / DAY_MS);
}

function timeOfDay(at: number, zone: string): number {
  const { hour, minute } = wallClockAt(new Date(at), zone);
  return (hour * 60 + minute) / 1440;
}
