import { describe, expect, test } from 'vitest';
import type { RunListItem } from '#server/api/views/run-view.ts';
import { mergeRuns } from './merge-runs.ts';

function run(id: string, minute: number, status: RunListItem['status'] = 'running'): RunListItem {
  return {
    id,
    automationId: 'aut_1',
    automationName: 'Demo follow-up',
    version: 3,
    contactName: null,
    contactEmail: null,
    status,
    outcome: null,
    isTest: false,
    currentSteps: [],
    failure: null,
    dueAt: null,
    startedAt: new Date(Date.UTC(2026, 9, 26, 12, minute)),
    finishedAt: null,
    heldAt: null,
  };
}

describe('the rows of the runs list', () => {
  test('change in place and never move; new runs are only counted', () => {
    const merged = mergeRuns(
      [run('b', 2), run('a', 1)],
      [run('c', 3), run('b', 2, 'done'), run('a', 1)],
    );
    expect(merged.items.map((item) => [item.id, item.status])).toEqual([
      ['b', 'done'],
      ['a', 'running'],
    ]);
    expect(merged.newCount).toBe(1);
  });

  test('an older run that slides into the first page is not new', () => {
    expect(mergeRuns([run('c', 3)], [run('c', 3), run('a', 1)]).newCount).toBe(0);
  });

  test('in an empty list every run is new', () => {
    expect(mergeRuns([], [run('a', 1)])).toEqual({ items: [], newCount: 1 });
  });
});
