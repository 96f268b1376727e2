import { RUN_FINISHED } from '#server/engine/run-finished.ts';
import { describeClockChange, firstClockChange } from '#components/ui/clock-changes.ts';
import { formatDay } from '#components/ui/format-time.ts';
import type { TimelineItem } from '#server/api/views/run-view.ts';
import type { Reading } from './describe-run.ts';

/** Shorter gaps are part of what happens; longer ones are told as one line. */
export const IDLE_FROM_MS = 10 * 60_000;

/** What the run was doing while nothing was written, from the last transitions before the gap. */
export function idleReason(
  before: readonly TimelineItem[],
  from: Date,
  to: Date,
  reading: Reading,
): string {
  const change = firstClockChange(from, to, reading.zone);
  if (change !== null) return describeClockChange(change, reading.zone, 'past');
  for (const item of before.toReversed()) {
    const words = wordsFor(item);
    if (words !== null) return words;
  }
  return 'Nothing was due';
}

function wordsFor(item: TimelineItem): string | null {
  switch (item.type) {
    case 'step.retry_scheduled':
      return item.data['retryAfter'] === true
        ? 'Waiting for the provider’s retry time'
        : 'Waiting before the next attempt';
    case 'step.parked':
      return 'Parked until it was put right';
    case 'step.needs_review':
      return 'Waiting for someone to say what happened';
    case 'signal.awaited':
      return item.data['signal'] === RUN_FINISHED
        ? 'Waiting for another run to end'
        : 'Waiting for a reply';
    case 'approval.requested':
    case 'approval.posted':
    case 'approval.post_failed':
    case 'approval.escalated':
      return 'Waiting for a person';
    case 'timer.set':
      return item.data['purpose'] === 'wait' ? 'Waiting for its time' : null;
    case 'step.started':
      return 'At work';
    default:
      return null;
  }
}

/** One line inside an opened stretch. */
export interface IdleMoment {
  readonly at: Date;
  readonly text: string;
}

const MOST_DAYS = 31;

/** What passed inside an idle stretch: each new day, and a clock change. */
export function idleMoments(from: Date, to: Date, { zone }: Reading): IdleMoment[] {
  const moments: IdleMoment[] = [];
  let day = formatDay(from, zone);
  const hour = 3_600_000;
  for (let at = Math.ceil(from.getTime() / hour) * hour; at < to.getTime(); at += hour) {
    const here = formatDay(new Date(at), zone);
    if (here === day) continue;
    day = here;
    moments.push({ at: new Date(at), text: `${here} began, nothing was due` });
    if (moments.length >= MOST_DAYS) break;
  }
  const change = firstClockChange(from, to, zone);
  if (change !== null)
    moments.push({ at: change.at, text: describeClockChange(change, zone, 'past') });
  return moments.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}
