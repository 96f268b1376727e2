import type { PlanStep } from './plan.ts';
import type { Lane, OpenStepStatus, StepState, Visit } from './state.ts';
import { visitKey } from './state.ts';
import type { Token, Walk } from './walk.ts';
import { record, visitOf } from './walk.ts';

/** What every way to begin a step needs to know. */
export interface Entering {
  readonly step: PlanStep;
  readonly visit: Visit;
  readonly token: Token;
}

/** Enters the visit and returns it. Counts against the step budget. */
export function recordEntered(
  walk: Walk,
  { step, visit, token }: Entering,
  status: OpenStepStatus | 'done',
  lane: Lane | null,
): { visit: Visit; state: StepState } {
  const from = token.from === null ? null : { stepId: token.from.stepId, port: token.from.port };
  walk.iterations.set(visit.stepId, visit.iteration);
  record(walk, visit, {
    type: 'step.entered',
    data: { status, lane, scope: token.scope, kind: step.kind, from },
  });
  const state = walk.draft.steps.get(visitKey(visit));
  if (state === undefined) throw new Error(`${visitKey(visit)} was not entered.`);
  return { visit: visitOf(visit), state };
}
