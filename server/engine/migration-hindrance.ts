import type { MigrationFacts } from './migration-facts.ts';
import type { ReadOrder } from './migration-order.ts';
import type { Plan } from './plan.ts';
import type { RunState, StepState } from './state.ts';
import { isOpenRun, visitKey } from './state.ts';
import type { Refused } from './stay-at-step.ts';
import { refused } from './stay-at-step.ts';
import { isUndoScope } from './undo.ts';

interface Asked {
  readonly order: ReadOrder;
  readonly from: Plan;
  readonly to: Plan;
  readonly state: RunState;
  readonly facts: MigrationFacts;
}

/** What keeps the run as a whole from being moved, whatever is ordered for its steps. */
export function findHindrance(asked: Asked, open: readonly StepState[]): Refused | null {
  const { order, state } = asked;
  if (!isOpenRun(state.status)) return refused('already_finished', 'It has finished.');
  if (state.version !== order.from) {
    return refused('on_other_version', `It is on version ${state.version} by now.`);
  }
  if (state.cancelRequested) return refused('stopping', 'It is being stopped.');
  if (isStandingOnly(asked, open)) return null;
  if ([...state.scopes.values()].some((scope) => !scope.closed && isUndoScope(scope.id))) {
    return refused('being_undone', 'What it had done is being undone.');
  }
  return (
    findWorkInHand(asked, open) ??
    findChangedScope(asked.to, state) ??
    findLostUndo(asked.from, asked.to, state)
  );
}

/** It is to be left or cancelled, for which nothing has to fit. */
function isStandingOnly({ order }: Asked, open: readonly StepState[]): boolean {
  return open.some(({ stepId }) => {
    const rule = order.matches.has(stepId) ? undefined : order.rules.get(stepId)?.kind;
    return rule === 'leave' || rule === 'cancel';
  });
}

/** What a worker holds, and what may be happening outside, must come to its end first. */
function findWorkInHand({ facts, from }: Asked, open: readonly StepState[]): Refused | null {
  for (const step of open) {
    const name = `"${from.steps.get(step.stepId)?.name ?? step.stepId}"`;
    if (step.status === 'running') {
      return refused('step_running', `${name} is being worked on right now.`, true);
    }
    const effects = facts.visits.get(visitKey(step))?.effects ?? [];
    if (effects.includes('in_flight')) {
      const message = `What ${name} does outside is under way right now.`;
      return refused('effect_in_flight', message, true);
    }
    const asksPerson = step.status === 'needs_review' || effects.includes('needs_review');
    if (asksPerson || effects.includes('outcome_unknown')) {
      const message = `Nobody knows yet whether what ${name} did outside has happened.`;
      return refused('effect_in_doubt', message, !asksPerson);
    }
    if (effects.includes('settled') && isTriedAgain(step)) {
      return refused('step_running', `${name} has been done and is about to be recorded.`, true);
    }
  }
  return null;
}

function isTriedAgain({ status }: StepState): boolean {
  return status === 'ready' || status === 'waiting_retry' || status === 'parked';
}

/** A path that is open can only go on inside the parallel that it came from. */
function findChangedScope(to: Plan, state: RunState): Refused | null {
  for (const scope of state.scopes.values()) {
    if (scope.closed || to.joins.has(openerOf(scope.id))) continue;
    return refused(
      'inside_parallel_scope_that_changed',
      'It is on several paths at once, and the new version does not part there.',
    );
  }
  return null;
}

/** What was done stays undoable: a migration must not quietly drop the steps that undo it. */
function findLostUndo(from: Plan, to: Plan, state: RunState): Refused | null {
  for (const step of state.steps.values()) {
    if (step.status !== 'done' || isUndoScope(step.scope)) continue;
    if (!hasUndo(from, step.stepId) || hasUndo(to, step.stepId)) continue;
    const name = from.steps.get(step.stepId)?.name ?? step.stepId;
    return refused(
      'undo_would_be_lost',
      `It has done "${name}", which the new version could not undo.`,
    );
  }
  return null;
}

function hasUndo(plan: Plan, stepId: string): boolean {
  const undoer = plan.steps.get(stepId)?.compensateWith ?? null;
  return undoer !== null && plan.steps.has(undoer);
}

/** The parallels whose arms a token stands in, outermost first. */
export function scopeChain(state: RunState, scope: string | null): string[] {
  const chain: string[] = [];
  for (let id = scope; id !== null; id = state.scopes.get(id)?.parent ?? null) {
    chain.unshift(openerOf(id));
  }
  return chain;
}

/** The run's open scopes with the joins that close them in the new version. */
export function scopesIn(to: Plan, state: RunState): { scope: string; join: string | null }[] {
  return [...state.scopes.values()]
    .filter((scope) => !scope.closed)
    .map(({ id }) => ({ scope: id, join: to.joins.get(openerOf(id)) ?? null }));
}

/** The id of the parallel that opened a scope. */
function openerOf(scope: string): string {
  return scope.slice(0, scope.lastIndexOf('/'));
}
