import { applyTransition } from './apply-transition.ts';
import { draftOf, stateOf } from './run-draft.ts';
import type { RunState } from './state.ts';
import type { Transition } from './transition.ts';

/** A run before its first transition. */
export function initialState(): RunState {
  return {
    version: 0,
    status: 'running',
    outcome: null,
    seq: 0,
    stepsLeft: 0,
    cancelRequested: false,
    steps: new Map(),
    scopes: new Map(),
    timers: new Map(),
    approvals: new Map(),
  };
}

/** The state after one more transition. Total: an informational one only raises `seq`. */
export function evolve(state: RunState, transition: Transition): RunState {
  const draft = draftOf(state);
  applyTransition(draft, transition);
  return stateOf(draft);
}

/** The state that a run's whole log leads to. `from` continues an earlier fold. */
export function fold(transitions: Iterable<Transition>, from: RunState = initialState()): RunState {
  const draft = draftOf(from);
  for (const transition of transitions) applyTransition(draft, transition);
  return stateOf(draft);
}
