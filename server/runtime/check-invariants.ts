import { txOf, type Pool } from '#server/platform/db.ts';
import { countBroken, INVARIANTS } from '#server/store/invariants.ts';

export interface InvariantCheck {
  readonly name: string;
  /** What holds, as a sentence. */
  readonly sentence: string;
  /** Rows that break it, at most the limit of the query; always 0 in a healthy engine. */
  readonly count: number;
  readonly sample: readonly string[];
}

/** Runs every invariant's query, one after another. */
export const checkInvariants = async (pool: Pool): Promise<readonly InvariantCheck[]> => {
  const checks: InvariantCheck[] = [];
  for (const invariant of INVARIANTS) {
    const broken = await countBroken(txOf(pool), invariant);
    checks.push({ name: invariant.name, sentence: invariant.sentence, ...broken });
  }
  return checks;
};
