import { finishRun } from './finish-run.ts';
import { isoOf } from './iso.ts';
import { computeInstant } from './instant.ts';
import type { TimerRule } from './timer-rule.ts';
import type { Walk } from './walk.ts';
import { record } from './walk.ts';

/** Stops the run where it is seen: nothing is left open, and the outcome says which budget. */
export function reachBudget(walk: Walk, budget: 'steps' | 'age'): void {
  const { maxSteps, maxAgeDays } = walk.plan.settings;
  const limit = budget === 'steps' ? maxSteps : maxAgeDays;
  record(walk, null, { type: 'run.budget_reached', data: { budget, limit } });
  finishRun(walk, 'stopped', budget === 'steps' ? 'step_budget' : 'age_budget');
}

/** The timer that stops the run at its greatest age. Days here are 24 hours each: zone UTC. */
export function setAgeBudget(walk: Walk): void {
  const { env } = walk;
  const rule: TimerRule = {
    kind: 'after',
    duration: `P${walk.plan.settings.maxAgeDays}D`,
    from: isoOf(env.now),
  };
  const instant = computeInstant({ rule, zone: 'UTC', spreadSeconds: 0 }, env.runId);
  // Whole days between 1 and 3,650 always have an instant.
  if (!instant.ok) throw new Error(instant.error.message);
  const timer = {
    timerId: env.newId('tmr'),
    purpose: 'budget' as const,
    rule,
    zone: 'UTC',
    spreadSeconds: 0,
    tzdb: env.tzdb,
  };
  walk.commands.push({ kind: 'set_timer', visit: null, dueAt: instant.dueAt, ...timer });
  record(walk, null, {
    type: 'timer.set',
    data: { ...timer, dueAt: isoOf(instant.dueAt), shift: null },
  });
}

/** Each entered step costs one; with none left the run stops here. */
export function hasStepBudget(walk: Walk): boolean {
  if (walk.draft.stepsLeft > 0) return true;
  reachBudget(walk, 'steps');
  return false;
}
