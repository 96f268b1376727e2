import type { Pauses } from './pauses.ts';

/**
 * The first rows that are not resting. What cannot be done stays at the head of its query for as
 * long as it cannot be done: as many more are asked for as may stand there, so that it keeps no
 * other from its turn.
 */
export const findAwake = async <T>(
  pauses: Pauses,
  limit: number,
  find: (limit: number) => Promise<readonly T[]>,
  idOf: (row: T) => string,
): Promise<readonly T[]> => {
  const resting = new Set(pauses.resting(performance.now()));
  const rows = await find(limit + resting.size);
  return rows.filter((row) => !resting.has(idOf(row))).slice(0, limit);
};
