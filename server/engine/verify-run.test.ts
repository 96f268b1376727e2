import { describe, expect, it } from 'vitest';
import { fold } from './evolve.ts';
import type { RunRows } from './state-from-rows.ts';
import { start, testDocument, visit } from './testing-run.ts';
import { compareFold } from './verify-run.ts';

describe('S12.2 comparing a history with its rows', () => {
  const run = start(
    testDocument(
      [['ask', 'approval', { deadline: { after: 'PT1H', then: { kind: 'stop' } } }]],
      [],
    ),
  );
  const { state } = run;
  const rows: RunRows = {
    run: { ...state, scopes: [] },
    steps: [...state.steps.values()].map((step) => {
      const { deadlinesPassed: _, ...row } = step;
      return row;
    }),
    timers: [...state.timers].map(([id, timer]) => ({ id, ...timer, fired: false })),
    approvals: [...state.approvals.values()].map((approval) => ({
      ...approval,
      visit: visit('ask'),
    })),
  };

  it('finds nothing where they agree', () => {
    expect(compareFold(fold(run.log), rows)).toEqual([]);
  });

  it('names each field that differs', () => {
    const steps = rows.steps.map((step) => ({ ...step, attempt: 3 }));
    expect(compareFold(state, { ...rows, steps, run: { ...rows.run, seq: 99 } })).toEqual([
      { at: 'seq', folded: state.seq, stored: 99 },
      { at: 'steps.ask/1.attempt', folded: 0, stored: 3 },
    ]);
  });

  it('names what is missing on either side', () => {
    expect(
      compareFold(state, { ...rows, steps: [] }).map(({ at, stored }) => [at, stored]),
    ).toEqual([['steps.ask/1', undefined]]);
    const more = { id: 'tmr_x', purpose: 'wait' as const, visit: visit('ask'), fired: false };
    expect(compareFold(state, { ...rows, timers: [...rows.timers, more] })).toMatchObject([
      { at: 'timers.tmr_x', folded: undefined },
    ]);
    expect(
      compareFold(state, {
        ...rows,
        timers: rows.timers.map((timer) => ({ ...timer, fired: true })),
      }).map(({ at }) => at),
    ).toContain('steps.ask/1.deadlinesPassed');
  });
});
