import { describe, expect, it } from 'vitest';
import { frameCosts, longestTasks, type TraceEvent } from './frame-costs.ts';

const on = (pid: number) => ({
  task: (ts: number, dur: number): TraceEvent => ({
    name: 'RunTask',
    ph: 'X',
    pid,
    tid: 1,
    ts,
    dur,
  }),
  frame: (ts: number): TraceEvent => ({ name: 'BeginMainThreadFrame', ph: 'I', pid, tid: 1, ts }),
});
const page = on(1);
const other = on(2);

describe('what a frame costs', () => {
  it('is every task since the frame before, and the one that makes the frame', () => {
    const events = [
      page.task(0, 2_000),
      page.task(5_000, 3_000),
      page.frame(6_000),
      page.task(20_000, 4_000),
      page.frame(21_000),
    ];
    expect(frameCosts(events)).toEqual([5, 4]);
  });

  it('leaves out tasks after the last frame, for they made none', () => {
    expect(frameCosts([page.task(0, 1_000), page.frame(500), page.task(9_000, 50_000)])).toEqual([
      1,
    ]);
  });

  it('counts a task inside of another once', () => {
    expect(frameCosts([page.task(0, 9_000), page.task(1_000, 2_000), page.frame(8_000)])).toEqual([
      9,
    ]);
  });

  it('looks at the page that worked, not at others beside it', () => {
    const events = [other.task(0, 500), other.frame(100), page.task(0, 7_000), page.frame(6_000)];
    expect(frameCosts(events)).toEqual([7]);
  });

  it('has the longest tasks first', () => {
    const events = [page.task(0, 2_000), page.task(5_000, 9_000), page.frame(6_000)];
    expect(longestTasks(events, 1)).toEqual([9]);
  });
});
