/** Which points to try, out of recorded runs. Pure: the same recordings and seed give the same plan. */
import { FAULTS, type Aim, type Fault, type Point, type Recorded } from './fault.ts';

/** A kind that recurs more often in one run is a loop of its own, not a further place in the code. */
const MOST_PER_KIND = 10;

const nameOf = ({ seam, kind, ordinal }: Point): string => `${seam} ${kind} ${ordinal}`;

/**
 * Polls that found nothing are alike: the first of a kind stands for all of them, and none is taken
 * of the kinds that are tried `elsewhere`.
 */
export const pointsOf = (
  recordings: readonly (readonly Recorded[])[],
  elsewhere: ReadonlySet<string>,
): readonly Point[] => {
  const points = new Map<string, Point>();
  for (const recording of recordings) {
    for (const { seam, kind, ordinal, telling } of recording) {
      const polls = !telling || kind.startsWith('insert into leases');
      if (polls && elsewhere.has(kind)) continue;
      if (ordinal > (polls ? 1 : MOST_PER_KIND)) continue;
      const point = { seam, kind, ordinal };
      points.set(nameOf(point), point);
    }
  }
  return [...points.values()];
};

export const aimsAt = (
  points: readonly Point[],
  faults: readonly Fault[] = FAULTS,
): readonly Aim[] => points.flatMap((point) => faults.map((fault) => ({ point, fault })));

/** A small generator with good mixing (mulberry32), seeded, so that an order can be had again. */
const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

export const shuffle = <T>(items: readonly T[], seed: number): readonly T[] => {
  const random = createRandom(seed);
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
};
