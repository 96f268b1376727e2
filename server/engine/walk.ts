import type { AdvanceEnv } from './advance-env.ts';
import type { Command } from './command.ts';
import type { DataScope } from './definition.ts';
import type { Plan } from './plan.ts';
import type { RunDraft } from './run-draft.ts';
import { draftOf } from './run-draft.ts';
import type { RunState, StepState, Visit } from './state.ts';
import { isOpenStep, visitKey } from './state.ts';
import { applyTransition } from './apply-transition.ts';
import type { Transition, TransitionBody } from './transition.ts';

/** One thread of a run on its way to its next step. */
export interface Token {
  readonly stepId: string;
  readonly scope: string | null;
  /** The visit and port it comes from; null from the trigger. */
  readonly from: (Visit & { readonly port: string }) | null;
}

/**
 * One `advance` at work. The draft changes only by recording transitions, so the state that comes
 * out is their fold by construction.
 */
export interface Walk {
  readonly plan: Plan;
  readonly env: AdvanceEnv;
  readonly draft: RunDraft;
  readonly transitions: Transition[];
  commands: Command[];
  /** Tokens not yet entered, first in first out. */
  tokens: Token[];
  /** The latest output per step, with those of this very walk. */
  readonly outputs: Map<string, { readonly output: unknown }>;
  /** The highest iteration per step so far. */
  readonly iterations: Map<string, number>;
}

export function startWalk(plan: Plan, state: RunState, env: AdvanceEnv): Walk {
  const iterations = new Map<string, number>();
  for (const { stepId, iteration } of state.steps.values()) {
    iterations.set(stepId, Math.max(iteration, iterations.get(stepId) ?? 0));
  }
  return {
    plan,
    env,
    draft: draftOf(state),
    transitions: [],
    commands: [],
    tokens: [],
    outputs: new Map(env.data.steps),
    iterations,
  };
}

/** Records a consequence that the engine drew. */
export function record(walk: Walk, visit: Visit | null, body: TransitionBody): void {
  append(walk, visit, body, 'engine');
}

/** Records what the event's actor did. */
export function recordFact(walk: Walk, visit: Visit | null, body: TransitionBody): void {
  append(walk, visit, body, walk.env.actor);
}

function append(walk: Walk, visit: Visit | null, body: TransitionBody, actor: string): void {
  const step = visit === null ? undefined : walk.draft.steps.get(visitKey(visit));
  const transition: Transition = {
    ...body,
    seq: walk.draft.seq + 1,
    stepId: visit?.stepId ?? null,
    iteration: visit?.iteration ?? null,
    attempt: step === undefined || step.lane === null ? null : step.attempt,
    actor,
  };
  walk.transitions.push(transition);
  applyTransition(walk.draft, transition);
}

/** A visit without the rest of its state, as commands and transitions carry it. */
export function visitOf({ stepId, iteration }: Visit): Visit {
  return { stepId, iteration };
}

/** The visit's state while it is open; null when it is closed or was never entered. */
export function openStep(walk: Walk, visit: Visit): StepState | null {
  const step = walk.draft.steps.get(visitKey(visit));
  return step !== undefined && isOpenStep(step.status) ? step : null;
}

/** The open steps. Costs no more than there are, however long the run's past is. */
export function openSteps(walk: Walk): StepState[] {
  return [...walk.draft.open].flatMap((key) => walk.draft.steps.get(key) ?? []);
}

/** What templates and conditions see at this point of the walk. */
export function dataOf(walk: Walk): DataScope {
  return { ...walk.env.data, steps: walk.outputs };
}

/** The visit that entering the step now would be. */
export function nextVisit(walk: Walk, stepId: string): Visit {
  return { stepId, iteration: (walk.iterations.get(stepId) ?? 0) + 1 };
}

/** Keeps an output for the store and for the steps after it in this walk. */
export function saveOutput(walk: Walk, visit: Visit, output: unknown): void {
  if (output === undefined) return;
  walk.outputs.set(visit.stepId, { output });
  walk.commands.push({ kind: 'save_output', visit: visitOf(visit), output });
}
