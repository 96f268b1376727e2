/** One entry of Chromium's trace, as far as it is read; times in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
}

/** The renderer begins a frame on its main thread; what it does until the next belongs to it. */
const FRAME = 'BeginMainThreadFrame';
const TASK = 'RunTask';

/**
 * How long the page's main thread was busy for each of its frames, in milliseconds, in order: tasks
 * since the frame before, up to the end of the task that makes the frame. Frames that a page makes
 * without a task of its own do not exist: an idle page makes none.
 */
export function frameCosts(events: readonly TraceEvent[]): number[] {
  const main = busiestThread(events);
  const own = events.filter((event) => threadOf(event) === main);
  const frames = own
    .filter((event) => event.name === FRAME)
    .map((event) => event.ts)
    .toSorted((a, b) => a - b);
  const costs = frames.map(() => 0);
  for (const task of tasksOf(own)) {
    // A frame that begins inside of a task is made by it.
    const frame = frames.findIndex((at) => at >= task.ts);
    if (frame >= 0) costs[frame] = (costs[frame] ?? 0) + (task.dur ?? 0) / 1000;
  }
  return costs;
}

/** The longest stretches without a pause, in milliseconds, longest first. */
export function longestTasks(events: readonly TraceEvent[], count: number): number[] {
  const main = busiestThread(events);
  return tasksOf(events.filter((event) => threadOf(event) === main))
    .map((task) => (task.dur ?? 0) / 1000)
    .toSorted((a, b) => b - a)
    .slice(0, count);
}

/** Tasks that are not part of another. */
function tasksOf(events: readonly TraceEvent[]): TraceEvent[] {
  const tasks = events
    .filter((event) => event.name === TASK && event.ph === 'X')
    .toSorted((a, b) => a.ts - b.ts);
  let end = Number.NEGATIVE_INFINITY;
  return tasks.filter((task) => {
    if (task.ts < end) return false;
    end = task.ts + (task.dur ?? 0);
    return true;
  });
}

/** The page's main thread is where frames begin; of several pages the one that worked most. */
function busiestThread(events: readonly TraceEvent[]): string {
  const makers = new Set(events.filter((event) => event.name === FRAME).map(threadOf));
  const busy = new Map<string, number>();
  for (const event of events) {
    if (event.name !== TASK || !makers.has(threadOf(event))) continue;
    busy.set(threadOf(event), (busy.get(threadOf(event)) ?? 0) + (event.dur ?? 0));
  }
  return [...busy].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid}:${tid}`;
}
