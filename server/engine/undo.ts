import type { ClosedRunStatus, ScopeState, StepState, Visit } from './state.ts';
import type { Walk } from './walk.ts';
import { record } from './walk.ts';

/**
 * Undoing a run (a saga's compensations): a scope of its own, opened when a run that has completed
 * steps with a compensating step fails, or is stopped with "undo". Its tokens are the compensating
 * steps, one after another, the last completed first; each is a visit of its own and so has its
 * own effect key. Step ids cannot start with `$`, so the scope's id is nobody else's.
 */
const UNDO_SCOPES = new Map<string, 'failed' | 'stopped'>([
  ['$undo/failed', 'failed'],
  ['$undo/stopped', 'stopped'],
]);

function undoScope(walk: Walk): ScopeState | undefined {
  for (const id of UNDO_SCOPES.keys()) {
    const scope = walk.draft.scopes.get(id);
    if (scope !== undefined && !scope.closed) return scope;
  }
  return undefined;
}

export function isUndoing(walk: Walk): boolean {
  return undoScope(walk) !== undefined;
}

export function isUndoScope(scope: string | null): boolean {
  return scope !== null && UNDO_SCOPES.has(scope);
}

/** How the run ends once everything is undone. */
export function statusAfterUndo(walk: Walk): ClosedRunStatus {
  return UNDO_SCOPES.get(undoScope(walk)?.id ?? '') ?? 'failed';
}

/** Opens the undo. `at` is where the run failed. Call with nothing else open. */
export function startUndo(
  walk: Walk,
  at: Visit | null,
  status: 'failed' | 'stopped',
  outcome: string,
): void {
  // The token that failed or was stopped ends with the outcome that the run will have.
  record(walk, at, { type: 'token.ended', data: { port: null, outcome } });
  const scope = `$undo/${status}`;
  const arms = compensations(walk).length;
  record(walk, at, {
    type: 'scope.opened',
    data: { scope, parent: null, join: null, arms },
  });
}

/** Completed steps that name a compensating step, last entered first. */
export function compensations(walk: Walk): StepState[] {
  return [...walk.draft.steps.values()]
    .filter((step) => step.status === 'done' && !isUndoScope(step.scope))
    .filter((step) => compensationOf(walk, step) !== null)
    .reverse();
}

/** The next compensating step to enter, or null when all were. */
export function nextCompensation(
  walk: Walk,
): { stepId: string; scope: string; undoes: Visit } | null {
  const scope = undoScope(walk);
  if (scope === undefined) return null;
  let entered = 0;
  for (const step of walk.draft.steps.values()) if (step.scope === scope.id) entered += 1;
  const undoes = compensations(walk)[entered];
  const stepId = undoes === undefined ? null : compensationOf(walk, undoes);
  return undoes === undefined || stepId === null ? null : { stepId, scope: scope.id, undoes };
}

function compensationOf(walk: Walk, step: Visit): string | null {
  const id = walk.plan.steps.get(step.stepId)?.compensateWith ?? null;
  return id !== null && walk.plan.steps.has(id) ? id : null;
}
