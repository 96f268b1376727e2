import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { RunEvent } from './event.ts';
import { fold, initialState } from './evolve.ts';
import { randomDocument } from './random-document.ts';
import { nextEvent } from './random-events.ts';
import { isOpenRun } from './state.ts';
import { stateFromRows } from './state-from-rows.ts';
import { emptyStore, type StoreModel } from './store-model.ts';
import { diceOf, happen } from '#server/testing/run-history.ts';
import type { TestRun } from './testing-run.ts';
import { testRun } from './testing-run.ts';
import { compareFold } from './verify-run.ts';

const RUNS = 1500;
const MOST_EVENTS = 160;

function live(seed: number): { run: TestRun; store: StoreModel } {
  const dice = diceOf(seed);
  const run = testRun(randomDocument(dice));
  const store = emptyStore();
  const past: RunEvent[] = [{ kind: 'run_started', version: 1, trigger: 'manual' }];
  happen(run, store, past[0] as RunEvent);
  for (let i = 0; i < MOST_EVENTS; i += 1) {
    if (!isOpenRun(run.state.status) && i > MOST_EVENTS / 2) break;
    run.now += dice.roll(3_600_000);
    run.random = dice.roll(1000) / 1000;
    const event = nextEvent(run, store, past, dice);
    happen(run, store, event);
    past.push(event);
  }
  return { run, store };
}

describe('any automation under any order of events', () => {
  it('S9.1 S12.2 has no dead end, folds to its state and takes no event twice', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (seed) => {
        const { run } = live(seed);
        expect(fold(run.log)).toEqual(run.state);
        for (const { type } of run.log) seen.set(type, (seen.get(type) ?? 0) + 1);
        seen.set(run.state.status, (seen.get(run.state.status) ?? 0) + 1);
      }),
      { numRuns: RUNS },
    );
    // The cases that matter did occur: a generator that never reaches them proves nothing.
    for (const type of [
      'scope.closed',
      'approval.escalated',
      'approval.expired',
      'step.needs_review',
      'step.parked',
      'step.released',
      'timer.recomputed',
      'run.budget_reached',
      'signal.received',
      'done',
      'failed',
      'cancelled',
      'stopped',
    ]) {
      expect(seen.get(type) ?? 0, type).toBeGreaterThan(10);
    }
  }, 120_000);

  it('S12.3 S12.1 says the same whatever the clock and chance say, and asks no network', () => {
    vi.stubGlobal('fetch', () => {
      throw new Error('The core asked the network.');
    });
    const inAWorld = (now: number, chance: number): readonly unknown[] => {
      vi.setSystemTime(now);
      const random = vi.spyOn(Math, 'random').mockReturnValue(chance);
      const logs = Array.from({ length: 100 }, (_, seed) => live(seed).run.log);
      random.mockRestore();
      return logs;
    };
    vi.useFakeTimers();
    try {
      expect(inAWorld(0, 0)).toEqual(inAWorld(Date.UTC(2100, 1, 28, 23, 59), 0.999));
    } finally {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    }
  });

  it('S12.3 gives the same answer to the same question', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (seed) => {
        expect(live(seed).run.log).toEqual(live(seed).run.log);
      }),
      { numRuns: 50 },
    );
  }, 60_000);

  it('S12.2 comes out of its rows as it went in, and verify names what differs', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (seed) => {
        const { run } = live(seed);
        const rows = rowsOf(run);
        expect(stateFromRows(rows)).toEqual(run.state);
        expect(compareFold(fold(run.log, initialState()), rows)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  }, 60_000);
});

/** The rows that a store would hold: fired deadlines stand for how often one has passed. */
function rowsOf({ state }: TestRun) {
  const timers = [...state.timers].map(([id, timer]) => ({ id, ...timer, fired: false }));
  const passed = [...state.steps.values()].flatMap(({ deadlinesPassed, stepId, iteration }) =>
    Array.from({ length: deadlinesPassed }, (_, n) => ({
      id: `past_${stepId}_${iteration}_${n}`,
      purpose: 'deadline' as const,
      visit: { stepId, iteration },
      fired: true,
    })),
  );
  return {
    run: { ...state, scopes: [...state.scopes.values()] },
    steps: [...state.steps.values()].map((step) => {
      const { deadlinesPassed: _, ...row } = step;
      return row;
    }),
    timers: [...timers, ...passed],
    approvals: [...state.approvals].map(([key, approval]) => ({
      ...approval,
      visit: { stepId: key.split('/')[0] ?? '', iteration: Number(key.split('/')[1]) },
    })),
  };
}
