import type { SimulatedTimer, Simulation } from './simulation.ts';

/** Open timers, the soonest first; of two at one instant the one that was set first. */
export function timersInOrder({ timers }: Simulation): SimulatedTimer[] {
  return [...timers.values()].toSorted((a, b) => a.dueAt - b.dueAt);
}

/** The next timer that comes due up to an instant, that instant included. */
export function nextDue(simulation: Simulation, until: number): SimulatedTimer | null {
  const [first] = timersInOrder(simulation);
  return first === undefined || first.dueAt > until ? null : first;
}
