/** A day without runs is still a day: it keeps a line of this height. */
const LINE = 1;
/** A day with few runs beside one with many stays visible. */
const LEAST = 3;

/** Heights of bars for counts, linear up to the greatest, which reaches `full`. */
export const barHeights = (counts: readonly number[], full: number): readonly number[] => {
  const most = Math.max(0, ...counts);
  return counts.map((count) =>
    count <= 0 ? LINE : Math.max(LEAST, Math.round((count / most) * full)),
  );
};
