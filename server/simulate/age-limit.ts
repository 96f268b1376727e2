import type { SimulatedTimer, Simulation } from './simulation.ts';
import { timersInOrder } from './due-timers.ts';

const DAY_MS = 86_400_000;

/** When the run is as old as it may get: epoch milliseconds on the simulated clock. */
export function ageLimit({ startedAt, document }: Simulation): number {
  return startedAt + document.settings.maxAgeDays * DAY_MS;
}

/**
 * Whether the limit is what time brings next: nothing comes due before it, and no work is to be
 * done. A run that is being cancelled ends by itself.
 */
export function isAgeNext(simulation: Simulation): boolean {
  const { steps, cancelRequested } = simulation.state;
  if (cancelRequested || [...steps.values()].some(({ status }) => status === 'ready')) return false;
  const [next] = timersInOrder(simulation);
  return next === undefined || isTooLate(simulation, next);
}

/** A timer that the run does not live to see. */
export function isTooLate(simulation: Simulation, { dueAt }: SimulatedTimer): boolean {
  return dueAt >= ageLimit(simulation);
}
