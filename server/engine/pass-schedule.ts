import { nextOccurrence, type Recurrence } from './recurrence.ts';
import { spreadOf } from './spread.ts';

export interface ScheduleTiming extends Recurrence {
  /** The schedule's id: its jitter is the same whenever it is computed. */
  readonly id: string;
  readonly jitterSeconds: number;
  /** Occurrences that were missed by no more than this still run. */
  readonly catchUpSeconds: number;
}

/** One occurrence, or for missed ones a stretch of them that begins here. Epoch milliseconds. */
export interface Passed {
  readonly instant: number;
  readonly dueAt: number;
  readonly status: 'owed' | 'missed';
  readonly occurrences: number;
}

export interface SchedulePass {
  readonly passed: readonly Passed[];
  /** The occurrence after those; null when none comes any more. */
  readonly nextInstant: number | null;
  readonly nextRunAt: number | null;
}

/** A sweep's ordinary lateness is no catching up: also with a window of nothing these run. */
const ON_TIME = 60_000;
/** Bounds of one pass: what is owed at once, and missed ones that are counted singly. */
const MOST_OWED = 100;
const MOST_COUNTED = 1000;

/** When an occurrence is looked at: the schedule's jitter lays those of one hour apart. */
export function runAtOf(timing: ScheduleTiming, instant: number): number {
  return instant + spreadOf(timing.id, timing.jitterSeconds) * 1000;
}

/**
 * Moves a schedule from `nextInstant` to after `now`: what lies between is owed, or missed where it
 * is older than the catch-up window. With more owed than fits, the next is still due and another
 * pass follows. Without a next instant it counts from now on.
 */
export function passSchedule(
  timing: ScheduleTiming,
  nextInstant: number | null,
  now: number,
): SchedulePass {
  if (nextInstant === null) return upTo(timing, [], nextOccurrence(timing, now)?.at ?? null);
  const windowBegins = now - Math.max(ON_TIME, timing.catchUpSeconds * 1000);
  const passed: Passed[] = [];
  let at: number | null = nextInstant;
  let missed: Passed | null = null;
  while (at !== null && runAtOf(timing, at) <= now && passed.length < MOST_OWED) {
    const dueAt = runAtOf(timing, at);
    if (dueAt >= windowBegins) {
      passed.push({ instant: at, dueAt, status: 'owed', occurrences: 1 });
    } else {
      const occurrences: number = (missed?.occurrences ?? 0) + 1;
      missed = { ...(missed ?? { instant: at, dueAt, status: 'missed' }), occurrences };
      // A schedule that comes every minute and was away for a year: the rest is passed by uncounted.
      if (occurrences >= MOST_COUNTED) at = Math.max(at, windowBegins - (dueAt - at) - 1);
    }
    at = nextOccurrence(timing, at)?.at ?? null;
  }
  return upTo(timing, missed === null ? passed : [missed, ...passed], at);
}

function upTo(
  timing: ScheduleTiming,
  passed: readonly Passed[],
  nextInstant: number | null,
): SchedulePass {
  return { passed, nextInstant, nextRunAt: nextInstant && runAtOf(timing, nextInstant) };
}
