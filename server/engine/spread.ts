import { digestText } from './keys.ts';

/**
 * Whole seconds in [0, spreadSeconds) that belong to the seed for good: timers of many runs at one
 * human hour are laid apart, and each lands on the same second whenever it is computed again.
 */
export function spreadOf(seedId: string, spreadSeconds: number): number {
  const seconds = Math.floor(spreadSeconds);
  if (seconds <= 0) return 0;
  // 48 bits: exact as a number, and far more than any spread.
  return Number.parseInt(digestText(seedId).slice(0, 12), 16) % seconds;
}
