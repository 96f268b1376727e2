import { DateTime } from 'luxon';
import type { Simulation } from './simulation.ts';

/** The simulated clock, or another instant, in the simulation's zone: "Mon 26 Oct 09:00". */
export function clockWords(simulation: Pick<Simulation, 'now' | 'zone'>, at?: number): string {
  const { now, zone } = simulation;
  return DateTime.fromMillis(at ?? now, { zone, locale: 'en-GB' }).toFormat('ccc d LLL HH:mm');
}
