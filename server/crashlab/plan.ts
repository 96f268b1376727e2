/** Which points to try, out of recorded runs. Pure: the same recordings and seed give the same plan. */
import { FAULTS, LOCAL_FAULTS, type Aim, type Fault, type Point, type Recorded } from './fault.ts';

/** A kind that recurs more often in one run is a loop of its own, not a further place in the code. */
const MOST_PER_KIND = 10;

const nameOf = ({ seam, kind, ordinal }: Point): string => `${seam} ${kind} ${ordinal}`;

/** A point of a plan; a rare one came up in a single recording, and may not come again. */
export interface Planned extends Point {
  readonly rare: boolean;
  /** A worker does it by itself, and it found what it finds beside no run as well. */
  readonly poll: boolean;
}

/** These read alike wherever they stand. */
const SHARED = /^(begin|select engine_now)/;

/** What a worker does by itself, told from what a run makes it do by how the answer looks. */
export const idleOf = (recorded: readonly Recorded[]): ReadonlySet<string> =>
  new Set(
    recorded
      .filter(({ kind }) => !SHARED.test(kind))
      .map(({ kind, answer }) => `${kind} ${answer}`),
  );

/**
 * What comes after the last statement that names `part`, and found something, is left out of a
 * recording: the way of any run, which other scenarios strike.
 */
export const upTo = (
  recording: readonly Recorded[],
  part: string,
  idle: ReadonlySet<string>,
): readonly Recorded[] => {
  const last = recording.findLastIndex(
    ({ kind, answer }) => kind.includes(part) && answer !== '' && !idle.has(`${kind} ${answer}`),
  );
  return recording.slice(0, last + 1);
};

/**
 * Statements that found nothing, and polls that found what they find beside no run as well, are
 * alike: the first of a kind stands for the others.
 */
export const pointsOf = (
  recordings: readonly (readonly Recorded[])[],
  idle: ReadonlySet<string>,
): readonly Planned[] => {
  const points = new Map<string, Planned>();
  for (const recording of recordings) {
    const here = new Map<string, Point & { readonly poll: boolean }>();
    for (const { seam, kind, ordinal, answer } of recording) {
      const poll = idle.has(`${kind} ${answer}`);
      if (ordinal > (poll || answer === '' ? 1 : MOST_PER_KIND)) continue;
      const point = { seam, kind, ordinal, poll };
      here.set(nameOf(point), point);
    }
    for (const [name, point] of here) {
      const before = points.get(name);
      const poll = point.poll && before?.poll !== false;
      points.set(name, { ...point, poll, rare: before === undefined });
    }
  }
  return [...points.values()];
};

export interface PlannedAim extends Aim {
  readonly rare: boolean;
}

/**
 * Every fault at every point, but for one saving: a fault that only a poll itself meets cannot
 * differ from scenario to scenario, for the poll has nothing to do with any run. Kinds that are
 * struck `elsewhere` are spared those.
 */
export const aimsAt = (
  points: readonly Planned[],
  faults: readonly Fault[] = FAULTS,
  elsewhere: ReadonlySet<string> = new Set(),
): readonly PlannedAim[] =>
  points.flatMap(({ rare, poll, ...point }) => {
    const spared = poll && elsewhere.has(point.kind);
    return faults
      .filter((fault) => !(spared && LOCAL_FAULTS.has(fault)))
      .map((fault) => ({ point, fault, rare }));
  });

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
