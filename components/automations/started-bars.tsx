import { barHeights } from './bar-heights.ts';

const WIDTH = 5;
const STEP = 7.5;
const HEIGHT = 24;

/** Runs started on each of the last 14 days: neutral, with today in the accent. */
export function StartedBars({
  started,
  failedToday,
}: {
  started: readonly number[];
  failedToday: number;
}) {
  const heights = barHeights(started, HEIGHT);
  const today = started.length - 1;
  const total = started.reduce((sum, count) => sum + count, 0);
  const failedShare = failedToday / Math.max(1, started[today] ?? 0);
  return (
    <svg
      role="img"
      aria-label={`${total} started in 14 days, ${started[today] ?? 0} of them today`}
      viewBox={`0 0 ${today * STEP + WIDTH} ${HEIGHT}`}
      className="h-6 w-[103px] shrink-0"
    >
      {heights.map((height, day) => (
        <rect
          // Days are told apart by their place only.
          // oxlint-disable-next-line react/no-array-index-key
          key={day}
          x={day * STEP}
          y={HEIGHT - height}
          width={WIDTH}
          height={height}
          rx={0.75}
          className={day === today ? 'fill-accent' : 'fill-untaken'}
        />
      ))}
      {failedToday > 0 && (
        <rect
          x={today * STEP}
          y={HEIGHT - Math.min(1, failedShare) * (heights[today] ?? 0)}
          width={WIDTH}
          height={Math.min(1, failedShare) * (heights[today] ?? 0)}
          className="fill-fail"
        />
      )}
    </svg>
  );
}
