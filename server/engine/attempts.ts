import type { RunEvent } from './event.ts';
import { cancelStep } from './finish-run.ts';
import type { Refusal } from './refusal.ts';
import { runningStep, stillOpen } from './refusal.ts';
import { park } from './settle-step.ts';
import { visitKey } from './state.ts';
import type { Walk } from './walk.ts';
import { recordFact, visitOf } from './walk.ts';

/** A step that takes its workers down with it is shown to a person instead of tried for ever. */
export const MOST_LOST_ATTEMPTS = 20;

/** A worker claimed the ready step. */
export function beginAttempt(
  walk: Walk,
  event: Extract<RunEvent, { kind: 'step_claimed' }>,
): Refusal {
  const step = stillOpen(walk, event.visit);
  if (typeof step === 'string') return step;
  if (step.status !== 'ready') return `${visitKey(step)} is ${step.status}, not ready.`;
  const { token } = event;
  recordFact(walk, step, { type: 'step.started', data: { attempt: step.attempt + 1, token } });
  return null;
}

/**
 * The attempt's lease ran out (lost) or its worker gave it back (released): ready once more. A
 * released attempt does not count, so that no number of deploys uses up a step's retries; a lost
 * one does, for it may be the step that takes its workers down.
 */
export function giveBackAttempt(
  walk: Walk,
  event: Extract<RunEvent, { kind: 'attempt_lost' | 'attempt_released' }>,
): Refusal {
  const step = runningStep(walk, event.visit);
  if (typeof step === 'string') return step;
  const lost = event.kind === 'attempt_lost';
  const { owner } = event;
  const { attempt } = step;
  if (walk.draft.cancelRequested) {
    cancelStep(walk, step, 'run_cancelled');
    return null;
  }
  if (lost && attempt >= MOST_LOST_ATTEMPTS) {
    const message = `Workers were lost during this step, the last in attempt ${attempt}.`;
    park(walk, step, { code: 'workers_lost', message });
    return null;
  }
  const wake = step.wake + 1;
  recordFact(
    walk,
    step,
    lost
      ? { type: 'step.lost', data: { attempt, owner, wake } }
      : { type: 'step.released', data: { attempt, owner, wake, countsAsAttempt: false } },
  );
  const lane = step.lane ?? 'io';
  walk.commands.push({ kind: 'announce_step', visit: visitOf(step), lane, wake });
  return null;
}
