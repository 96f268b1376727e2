import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AutomationDocument } from './document.ts';
import type { RunEvent } from './event.ts';
import { fold } from './evolve.ts';
import type { Dice } from './random-document.ts';
import { randomDocument } from './random-document.ts';
import { randomEdit, randomOrder } from './random-edit.ts';
import { nextEvent } from './random-events.ts';
import { isOpenRun, isOpenStep } from './state.ts';
import { emptyStore, type StoreModel } from './store-model.ts';
import { diceOf, happen } from '#server/testing/run-history.ts';
import { judge } from './testing-migration.ts';
import type { TestRun } from './testing-run.ts';
import { testRun } from './testing-run.ts';

const RUNS = 1500;

interface History {
  readonly run: TestRun;
  readonly store: StoreModel;
  readonly dice: Dice;
  readonly past: RunEvent[];
}

function begin(seed: number): History {
  const dice = diceOf(seed);
  const document = withUndo(randomDocument(dice), dice);
  const history = { run: testRun(document), store: emptyStore(), dice, past: [] };
  go(history, { kind: 'run_started', version: 1, trigger: 'manual' });
  return history;
}

/** Undone more often than by chance, so that an edit sometimes takes the undoing away. */
function withUndo(document: AutomationDocument, dice: Dice): AutomationDocument {
  const steps = document.steps.map((step) =>
    step.kind === 'work' && dice.roll(4) === 0 ? { ...step, compensateWith: step.id } : step,
  );
  return { ...document, steps };
}

function go({ run, store, past }: History, event: RunEvent): void {
  happen(run, store, event);
  past.push(event);
}

/** Lets the world do so much to the run; a stop by hand is no part of it. */
function live(history: History, events: number): void {
  const { run, store, dice, past } = history;
  for (let i = 0; i < events && isOpenRun(run.state.status); i += 1) {
    run.now += dice.roll(3_600_000);
    run.random = dice.roll(1000) / 1000;
    const event = nextEvent(run, store, past, dice);
    if (event.kind !== 'cancel_requested') go(history, event);
  }
}

/** Steps that a worker holds are finished first, mostly: what is in hand is not moved. */
function settle(history: History): void {
  const { run, dice } = history;
  for (const { stepId, iteration, status } of run.state.steps.values()) {
    const visit = { stepId, iteration };
    if (status !== 'running' || dice.roll(8) === 0) continue;
    go(history, { kind: 'attempt_released', visit, owner: 'w1' });
  }
}

function occupied({ run }: History): string[] {
  return [...run.state.steps.values()]
    .filter(({ status }) => isOpenStep(status))
    .map(({ stepId }) => stepId);
}

/** Everything that is due happens until nothing is: the run has to come to an end by itself. */
function finish(history: History): void {
  const { run, store } = history;
  for (let i = 0; i < 1000 && isOpenRun(run.state.status); i += 1) {
    const step = [...run.state.steps.values()].find(({ status }) => isOpenStep(status));
    if (step === undefined) return;
    const visit = { stepId: step.stepId, iteration: step.iteration };
    const key = `${visit.stepId}/${visit.iteration}`;
    const approval = run.state.approvals.get(key);
    if (step.status === 'ready') go(history, { kind: 'step_claimed', visit, token: 1 });
    else if (step.status === 'running' && approval !== undefined) {
      const approvalId = approval.id;
      go(history, { kind: 'approval_posted', visit, approvalId, effectKey: 'key' });
    } else if (step.status === 'running') {
      go(history, { kind: 'step_completed', visit, port: 'next', output: 'right' });
    } else if (step.status === 'parked') {
      go(history, { kind: 'step_resumed', visit, cause: 'reconnected' });
    } else if (step.status === 'needs_review') {
      go(history, { kind: 'step_resumed', visit, cause: 'reviewed' });
    } else {
      const timer = [...store.timers].find(([, one]) => one.visit === key);
      if (timer === undefined) throw new Error(`${key} ${step.status} has no timer`);
      const [timerId, { dueAt }] = timer;
      run.now = Math.max(run.now, dueAt);
      const purpose = timer[1].purpose as 'wait';
      go(history, { kind: 'timer_fired', timerId, purpose, visit, dueAt, skipped: false });
    }
  }
}

const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });

describe('any run moved between any two versions', () => {
  it('S7.2 S12.6 comes to an end on the new one, folds to its state, and is as it was where refused', () => {
    const seen = new Map<string, number>();
    const see = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
    fc.assert(
      fc.property(seeds, (seed) => {
        const history = begin(seed);
        const { run, dice } = history;
        live(history, dice.roll(12));
        settle(history);
        const { document } = run.plan;
        const edited = randomEdit(document, dice, occupied(history));
        const before = JSON.stringify(run.log);
        const state = run.state;
        const verdict = judge(run, edited, randomOrder(document, edited, dice));
        expect(run.state).toBe(state);
        expect(JSON.stringify(run.log)).toBe(before);
        see(verdict.kind === 'refuse' ? verdict.code : verdict.kind);
        if (verdict.kind !== 'move') return;
        for (const move of verdict.event.moves) see(move.how);
        go(history, verdict.event);
        expect(run.state.version).toBe(2);
        expect(fold(run.log)).toEqual(run.state);
        live(history, dice.roll(25));
        finish(history);
        expect(fold(run.log)).toEqual(run.state);
        expect(isOpenRun(run.state.status)).toBe(false);
        see(run.state.status);
      }),
      { numRuns: RUNS },
    );
    // The cases that matter did occur: a generator that never reaches them proves nothing.
    for (const what of [
      'move',
      'cancel',
      'leave',
      'stays',
      'begins',
      'passes',
      'already_finished',
      'step_running',
      'inside_parallel_scope_that_changed',
      'work_begun',
      'done',
      'failed',
    ]) {
      expect(seen.get(what) ?? 0, what).toBeGreaterThan(3);
    }
  }, 120_000);

  it('S7.2 can be moved back, and on again, as often as one likes', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const history = begin(seed);
        const { run, dice } = history;
        let version = 1;
        for (let turn = 0; turn < 4; turn += 1) {
          live(history, dice.roll(6));
          settle(history);
          const { document } = run.plan;
          const edited = randomEdit(document, dice, occupied(history));
          const order = { ...randomOrder(document, edited, dice), from: version, to: version + 1 };
          const verdict = judge(run, edited, order);
          if (verdict.kind !== 'move') continue;
          go(history, verdict.event);
          version += 1;
        }
        finish(history);
        expect(run.state.version).toBe(version);
        expect(isOpenRun(run.state.status)).toBe(false);
        expect(fold(run.log)).toEqual(run.state);
      }),
      { numRuns: 300 },
    );
  }, 120_000);
});
