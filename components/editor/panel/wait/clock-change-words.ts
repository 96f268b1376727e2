import { type ClockChange, firstClockChange } from '#components/ui/clock-changes.ts';
import { formatClock, formatDay } from '#components/ui/format-time.ts';
import { describeDuration } from '#server/steps/duration.ts';

export interface ClockChangeWords {
  /** "Clocks go back" */
  readonly title: string;
  /** "on Sun 25 Oct, 03:00 → 02:00." */
  readonly when: string;
  /** What it does to a wait that lasts through it. */
  readonly effect: string;
}

/** What a clock change between two moments (epoch ms) means for a wait; null where there is none. */
export function clockChangeWords(from: number, to: number, zone: string): ClockChangeWords | null {
  const change = firstClockChange(new Date(from), new Date(to), zone);
  if (change === null) return null;
  const minutes = Math.abs(change.minutes);
  const length = describeDuration(minutes % 60 === 0 ? `PT${minutes / 60}H` : `PT${minutes}M`);
  const direction = change.minutes < 0 ? 'longer' : 'shorter';
  return {
    title: change.minutes < 0 ? 'Clocks go back' : 'Clocks go forward',
    when: `on ${formatDay(change.at, zone)}, ${oldClock(change, zone)} → ${formatClock(change.at, zone)}.`,
    effect: `The wait is ${length} ${direction}`,
  };
}

/** What the old clock would have shown at the change. */
function oldClock({ at, minutes }: ClockChange, zone: string): string {
  const [hour = 0, minute = 0] = formatClock(at, zone).split(':').map(Number);
  const total = (hour * 60 + minute - minutes + 1440) % 1440;
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`;
}
