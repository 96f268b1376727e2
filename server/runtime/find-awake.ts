import type { Pauses } from './pauses.ts';

/**
 * The first rows that are not resting, those that never failed before those that did. What cannot
 * be done stays at the head of its query for as long as it cannot be done: as many more are asked
 * for as may stand there, so that it keeps no other from its turn.
 */
export const findAwake = async <T>(
  pauses: Pauses,
  limit: number,
  find: (limit: number) => Promise<readonly T[]>,
  idOf: (row: T) => string,
): Promise<readonly T[]> => {
  const resting = new Set(pauses.resting(performance.now()));
  const failed = new Set(pauses.known());
  const rows = await find(limit + failed.size);
  const fresh = rows.filter((row) => !failed.has(idOf(row)));
  const again = rows.filter((row) => failed.has(idOf(row)) && !resting.has(idOf(row)));
  return [...fresh, ...again].slice(0, limit);
};
