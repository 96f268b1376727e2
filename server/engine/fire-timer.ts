import { reachBudget } from './budgets.ts';
import { DEFAULT_PORT } from './document.ts';
import type { RunEvent } from './event.ts';
import { leaveStep } from './leave-step.ts';
import { passDeadline } from './pass-deadline.ts';
import type { Refusal } from './refusal.ts';
import { makeReady } from './resume-step.ts';
import type { Walk } from './walk.ts';
import { openStep, recordFact } from './walk.ts';

/**
 * A timer came due, or someone skipped it. Only a timer that is still open does anything: a
 * second firing, one of a closed visit and one that a later timer replaced all are refused. What
 * it was for is what the history says, not what the event says.
 */
export function fireTimer(walk: Walk, event: Extract<RunEvent, { kind: 'timer_fired' }>): Refusal {
  const { timerId, dueAt, skipped } = event;
  const timer = walk.draft.timers.get(timerId);
  if (timer === undefined) return `${timerId} is not open: fired or cancelled before.`;
  const { purpose, visit } = timer;
  const step = visit === null ? null : openStep(walk, visit);
  if (visit !== null && step === null) return `${timerId} belongs to a closed step.`;
  const lateMs = skipped ? 0 : Math.max(0, walk.env.now - dueAt);
  walk.commands.push({ kind: 'fire_timer', timerId });
  recordFact(walk, visit, { type: 'timer.fired', data: { timerId, purpose, lateMs, skipped } });
  // Runs that were started before their age stood in their row have a timer for it.
  if (purpose === 'budget') reachBudget(walk, 'age');
  else if (step !== null && purpose === 'deadline') passDeadline(walk, step);
  else if (step?.status === 'waiting_retry') makeReady(walk, step, 'retry');
  else if (step?.status === 'waiting_timer') {
    leaveStep(walk, step, { port: walk.plan.steps.get(step.stepId)?.ports[0] ?? DEFAULT_PORT });
  }
  return null;
}
