import type { StepState, Visit } from './state.ts';
import { visitKey } from './state.ts';
import type { Walk } from './walk.ts';
import { openStep } from './walk.ts';

/** Why an event changes nothing, in a sentence; null when it did change something. */
export type Refusal = string | null;

/** The visit while a worker holds it, or why a worker's word on it does not count. */
export function runningStep(walk: Walk, visit: Visit): StepState | string {
  const step = walk.draft.steps.get(visitKey(visit));
  if (step === undefined) return `${visitKey(visit)} was never entered.`;
  return step.status === 'running' ? step : `${visitKey(visit)} is ${step.status}, not running.`;
}

/** The visit while it is open, or why nothing can happen to it any more. */
export function stillOpen(walk: Walk, visit: Visit): StepState | string {
  const step = openStep(walk, visit);
  if (step !== null) return step;
  const closed = walk.draft.steps.get(visitKey(visit));
  return closed === undefined
    ? `${visitKey(visit)} was never entered.`
    : `${visitKey(visit)} is already ${closed.status}.`;
}
