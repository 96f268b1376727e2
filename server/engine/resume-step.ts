import type { RunEvent } from './event.ts';
import type { Refusal } from './refusal.ts';
import { stillOpen } from './refusal.ts';
import type { StepState, StepStatus } from './state.ts';
import { visitKey } from './state.ts';
import type { ResumeCause } from './transition.ts';
import type { Walk } from './walk.ts';
import { recordFact, visitOf } from './walk.ts';

/** Which cause can bring a step back from where. Only a review answers an unknown outcome. */
const FROM: ReadonlyMap<ResumeCause, readonly StepStatus[]> = new Map<
  ResumeCause,
  readonly StepStatus[]
>([
  ['retry', ['waiting_retry', 'parked']],
  ['reconnected', ['parked', 'waiting_retry']],
  ['reviewed', ['needs_review']],
  ['replayed', ['parked', 'waiting_retry']],
  ['effect_settled', ['waiting_retry', 'parked', 'needs_review']],
]);

/** Brings a standing step back to its lane, from where it was. */
export function resumeStep(
  walk: Walk,
  event: Extract<RunEvent, { kind: 'step_resumed' }>,
): Refusal {
  const step = stillOpen(walk, event.visit);
  if (typeof step === 'string') return step;
  if (FROM.get(event.cause)?.includes(step.status) !== true) {
    return `${visitKey(step)} is ${step.status}; "${event.cause}" does not resume it.`;
  }
  makeReady(walk, step, event.cause);
  return null;
}

/** The step is ready again, and announced under a wake number that no earlier wake-up had. */
export function makeReady(walk: Walk, step: StepState, cause: ResumeCause): void {
  const visit = visitOf(step);
  const wake = step.wake + 1;
  if (step.status === 'parked' || step.status === 'needs_review') {
    walk.commands.push({ kind: 'save_reason', visit, reason: null });
  }
  // A retry timer that has not fired yet must not bring it back a second time.
  for (const timer of walk.draft.timers.values()) {
    if (timer.purpose !== 'retry' || timer.visit === null) continue;
    if (visitKey(timer.visit) !== visitKey(step)) continue;
    walk.commands.push({ kind: 'cancel_timers', visit, purpose: 'retry' });
    break;
  }
  recordFact(walk, step, { type: 'step.resumed', data: { cause, wake } });
  walk.commands.push({ kind: 'announce_step', visit, lane: step.lane ?? 'io', wake });
}
