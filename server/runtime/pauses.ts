/** Longest pause, milliseconds. */
const LONGEST_MS = 300_000;
const FIRST_MS = 2_000;

/** Kept at once; beyond it the one that failed longest ago is forgotten, and asked early. */
const CAPACITY = 10_000;

interface Pause {
  readonly failures: number;
  readonly until: number;
}

/**
 * Pauses after failures, each twice as long as the one before: what is down is not asked in every
 * round, and what cannot be done at all does not stand before the rest. Kept by the process alone,
 * for losing them costs one early question. All times are monotonic milliseconds.
 */
export interface Pauses {
  /** Those that are to be left alone at this time. */
  resting(now: number): readonly string[];
  /** All that failed when they were last tried: whatever else there is comes before them. */
  known(): readonly string[];
  failed(id: string, now: number): void;
  worked(id: string): void;
}

export const createPauses = (capacity = CAPACITY): Pauses => {
  const pauses = new Map<string, Pause>();
  return {
    resting: (now) => {
      for (const [id, { until }] of pauses) {
        // Nobody asked about it again: it is gone, or was dealt with elsewhere.
        if (until + LONGEST_MS < now) pauses.delete(id);
      }
      return [...pauses].filter(([, { until }]) => until > now).map(([id]) => id);
    },
    known: () => [...pauses.keys()],
    failed: (id, now) => {
      const before = pauses.get(id)?.failures ?? 0;
      const until = now + Math.min(LONGEST_MS, FIRST_MS * 2 ** before);
      // The latest failure goes to the end of the line.
      pauses.delete(id);
      pauses.set(id, { failures: before + 1, until });
      const [oldest] = pauses.keys();
      if (pauses.size > capacity && oldest !== undefined) pauses.delete(oldest);
    },
    worked: (id) => void pauses.delete(id),
  };
};
