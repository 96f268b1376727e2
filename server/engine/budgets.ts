import { finishRun } from './finish-run.ts';
import type { Refusal } from './refusal.ts';
import type { Walk } from './walk.ts';
import { record } from './walk.ts';

const DAY_MS = 86_400_000;

/** Stops the run where it is seen: nothing is left open, and the outcome says which budget. */
export function reachBudget(walk: Walk, budget: 'steps' | 'age'): void {
  const { maxSteps, maxAgeDays } = walk.plan.settings;
  const limit = budget === 'steps' ? maxSteps : maxAgeDays;
  record(walk, null, { type: 'run.budget_reached', data: { budget, limit } });
  finishRun(walk, 'stopped', budget === 'steps' ? 'step_budget' : 'age_budget');
}

/** The run's row says when it is too old; a sweep looks. Days here are 24 hours each. */
export function limitAge(walk: Walk): void {
  const until = walk.env.now + walk.plan.settings.maxAgeDays * DAY_MS;
  walk.commands.push({ kind: 'limit_age', until });
}

/** The run is as old as it may get. A run that is being stopped ends by itself. */
export function reachAge(walk: Walk): Refusal {
  if (walk.draft.cancelRequested) return 'The run is being stopped already.';
  reachBudget(walk, 'age');
  return null;
}

/** Each entered step costs one; with none left the run stops here. */
export function hasStepBudget(walk: Walk): boolean {
  if (walk.draft.stepsLeft > 0) return true;
  reachBudget(walk, 'steps');
  return false;
}
