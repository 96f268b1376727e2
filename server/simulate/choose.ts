import type { Choice } from './choice.ts';
import { perform } from './perform.ts';
import type { Simulation } from './simulation.ts';

/**
 * The simulation after a choice. The one before is kept in it, for stepping back; a choice that
 * does not fit any more gives the same simulation back.
 */
export function choose(simulation: Simulation, choice: Choice): Simulation {
  const { simulation: next } = perform(simulation, choice);
  if (next === simulation) return simulation;
  return { ...next, choices: [...simulation.choices, choice], previous: simulation };
}

/** As it was before the last choice; at the start, the start itself. */
export function stepBack(simulation: Simulation): Simulation {
  return simulation.previous ?? simulation;
}
