/**
 * Whether anything stands still. The sweeper looks every minute, a bounded number of pieces of each
 * invariant, and keeps what it found; pages and metrics read that. Somebody may ask for a whole look.
 */
import { txOf, type Pool } from '#server/platform/db.ts';
import {
  readInvariantsReport,
  saveInvariantsReport,
  type InvariantsReport,
  type StoredCheck,
} from '#server/store/engine-reports.ts';
import type { Invariant } from '#server/store/invariant.ts';
import { INVARIANTS } from '#server/store/invariants.ts';
import { lookOn } from '#server/store/look-on.ts';

export interface InvariantCheck {
  readonly name: string;
  /** What holds, as a sentence. */
  readonly sentence: string;
  /** Rows that break it, at most a thousand; always 0 in a healthy engine. */
  readonly count: number;
  readonly sample: readonly string[];
  /** When the look began that this is the outcome of. */
  readonly at: Date;
}

/** 10,000 rows of each in a round: where 100,000 runs are open, a whole look takes ten minutes. */
const PIECES = 10;

const lookAt = async (
  pool: Pool,
  invariant: Invariant,
  before: StoredCheck | undefined,
  pieces: number,
): Promise<StoredCheck> => {
  const at = before?.look?.at ?? new Date().toISOString();
  const { done, ...look } = await lookOn(txOf(pool), invariant, before?.look ?? null, pieces);
  const { count, sample } = look;
  if (done) return { count, sample, at, look: null };
  // Half a look that found something counts; one that found nothing says nothing yet.
  const known = before === undefined || count > before.count ? { count, sample, at } : before;
  return { count: known.count, sample: known.sample, at: known.at, look: { ...look, at } };
};

/** Told of each invariant that could not be looked at; what it throws ends the look. */
type Failed = (error: unknown, name: string) => void;

const look = async (
  pool: Pool,
  before: InvariantsReport,
  pieces: number,
  failed: Failed,
): Promise<InvariantsReport> => {
  const report: Record<string, StoredCheck> = {};
  for (const invariant of INVARIANTS) {
    const { name } = invariant;
    const known = before[name];
    try {
      report[name] = await lookAt(pool, invariant, known, pieces);
    } catch (error) {
      failed(error, name);
      // What was found stands; the next look begins anew, should the place be what it failed at.
      if (known !== undefined) report[name] = { ...known, look: null };
    }
  }
  return report;
};

const giveUp: Failed = (error) => {
  throw error;
};

const checksOf = (report: InvariantsReport): readonly InvariantCheck[] =>
  INVARIANTS.flatMap(({ name, sentence }) => {
    const check = report[name];
    if (check === undefined) return [];
    return [{ name, sentence, count: check.count, sample: check.sample, at: new Date(check.at) }];
  });

/** A whole look at every invariant, one after another, kept for whoever reads afterwards. */
export const checkInvariants = async (pool: Pool): Promise<readonly InvariantCheck[]> => {
  const report = await look(pool, {}, Infinity, giveUp);
  await saveInvariantsReport(txOf(pool), report);
  return checksOf(report);
};

/**
 * Goes on looking where the last round ended, a bounded stretch. `failed` is told of what could not
 * be looked at; unless it throws, the others are.
 */
export const continueChecks = async (
  pool: Pool,
  failed: Failed = giveUp,
): Promise<readonly InvariantCheck[]> => {
  const before = await readInvariantsReport(txOf(pool));
  const report = await look(pool, before?.report ?? {}, PIECES, failed);
  await saveInvariantsReport(txOf(pool), report);
  return checksOf(report);
};

/** What was found when somebody last looked; looks only where nobody ever has. */
export const readChecks = async (pool: Pool): Promise<readonly InvariantCheck[]> => {
  const known = await readInvariantsReport(txOf(pool));
  return known === null ? continueChecks(pool) : checksOf(known.report);
};
