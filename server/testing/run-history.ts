import { expect } from 'vitest';
import { advance } from '#server/engine/advance.ts';
import type { RunEvent } from '#server/engine/event.ts';
import { evolve } from '#server/engine/evolve.ts';
import type { Dice } from '#server/engine/random-document.ts';
import type { RunState, Visit } from '#server/engine/state.ts';
import { isOpenRun, visitKey } from '#server/engine/state.ts';
import { deadEnds, type StoreModel, write } from '#server/engine/store-model.ts';
import type { TestRun } from '#server/engine/testing-run.ts';
import { apply, envOf } from '#server/engine/testing-run.ts';

/** A small deterministic generator, so that a failing case is named by its seed alone. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  return {
    roll: (below) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    },
  };
}

/** Applies one event and holds everything that must be true afterwards. */
export function happen(run: TestRun, store: StoreModel, given: RunEvent): void {
  const event = asItStands(given, store);
  const before = run.state;
  const frozen = JSON.stringify(plain(before));
  const { refused, transitions, commands, touched } = apply(run, event);
  const replay = event.kind === 'step_resumed' && event.cause === 'replayed';
  expect(JSON.stringify(plain(before)), 'the state given in was changed').toBe(frozen);
  if (refused !== null) {
    expect([transitions, commands, [...touched]]).toEqual([[], [], []]);
    expect(run.state).toBe(before);
    return;
  }
  if (!isOpenRun(before.status)) expect(replay, 'a finished run changed').toBe(true);
  expect(transitions.map(({ seq }) => seq)).toEqual(transitions.map((_, i) => before.seq + 1 + i));
  expect(transitions.reduce(evolve, before)).toEqual(run.state);
  expect(write(store, commands)).toEqual([]);
  expect(deadEnds(run.state, store)).toEqual([]);
  expect([...run.state.timers.keys()].sort()).toEqual([...store.timers.keys()].sort());
  if (event.kind === 'attempt_released') keepsAttempts(before, run.state, event.visit);
  expect(run.state.stepsLeft).toBeGreaterThanOrEqual(0);
  const openScopes = [...run.state.scopes.values()].filter(({ closed }) => !closed);
  if (run.state.status === 'done') expect(openScopes).toEqual([]);
  const ids = run.ids;
  const again = advance(run.plan, run.state, asItStands(event, store), envOf(run));
  run.ids = ids;
  expect(again.refused, `${event.kind} was applied twice`).not.toBeNull();
  expect(again.state).toBe(run.state);
}

/** Timers are read anew under the run's lock, whenever they are to be computed anew. */
function asItStands(event: RunEvent, store: StoreModel): RunEvent {
  return event.kind === 'timers_recomputed'
    ? { ...event, timers: [...store.timers.values()] }
    : event;
}

/** What a worker hands back is ready again at once, and has cost the step no attempt. */
function keepsAttempts(before: RunState, after: RunState, visit: Visit): void {
  const held = before.steps.get(visitKey(visit));
  const released = after.steps.get(visitKey(visit));
  if (held === undefined || released === undefined || before.cancelRequested) return;
  expect([released.status, released.attempt, released.wake]).toEqual([
    'ready',
    held.attempt - 1,
    held.wake + 1,
  ]);
}

const plain = (state: RunState) => ({
  ...state,
  steps: [...state.steps],
  scopes: [...state.scopes],
  timers: [...state.timers],
  approvals: [...state.approvals],
});
