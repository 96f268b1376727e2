import type { RunListItem } from '#server/api/views/run-view.ts';

/** What moves the run on: an instant, a person, or nothing; with a note where it helps. */
export interface WakeUp {
  readonly at: Date | null;
  readonly text: string | null;
  readonly note: string | null;
}

export function wakeUpOf(run: RunListItem): WakeUp {
  if (run.heldAt !== null) {
    return { at: null, text: 'Held with its automation', note: null };
  }
  switch (run.status) {
    case 'needs_review':
      return { at: null, text: 'When a person decides', note: null };
    case 'parked':
      return { at: null, text: 'When it is put right', note: null };
    case 'waiting_approval':
      return { at: run.dueAt, text: null, note: run.dueAt === null ? null : 'deadline' };
    case 'waiting_signal':
      return { at: run.dueAt, text: null, note: run.dueAt === null ? null : 'deadline' };
    case 'waiting_retry':
      return { at: run.dueAt, text: null, note: 'next attempt' };
    case 'waiting_timer':
      return { at: run.dueAt, text: null, note: null };
    case 'running':
      return { at: null, text: null, note: 'at work' };
    case 'cancelled':
      return { at: null, text: null, note: null };
    case 'stopping':
      return { at: null, text: null, note: 'once what is in flight has settled' };
    case 'failed':
      // The outcome of a failed run is a code; the step's last error is a sentence.
      return { at: null, text: null, note: run.failure?.message ?? run.outcome };
    case 'done':
    case 'stopped':
      return { at: null, text: null, note: run.outcome?.replaceAll('_', ' ') ?? null };
  }
}
