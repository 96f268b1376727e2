import type { Pool } from '#server/platform/db.ts';

export interface InvariantCheck {
  readonly name: string;
  /** What holds, as a sentence. */
  readonly sentence: string;
  /** Rows that break it, at most the limit of the query; always 0 in a healthy engine. */
  readonly count: number;
  readonly sample: readonly string[];
}

/** Runs every invariant's query. */
export const checkInvariants = async (_pool: Pool): Promise<readonly InvariantCheck[]> => {
  throw new Error('Being written.');
};
