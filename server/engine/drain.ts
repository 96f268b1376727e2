import { enterJoin, enterToken } from './enter-step.ts';
import { finishRun } from './finish-run.ts';
import { closeIdleScope } from './scopes.ts';
import { isOpenRun } from './state.ts';
import { isUndoing, isUndoScope, nextCompensation, statusAfterUndo } from './undo.ts';
import type { Walk } from './walk.ts';
import { record } from './walk.ts';

/**
 * Walks until every token stands at a step that needs the world, or the run is finished. A queue,
 * not recursion: a loop of steps that pass at once ends at the step budget, at any depth.
 */
export function drain(walk: Walk): void {
  while (isOpenRun(walk.draft.status)) {
    const token = walk.tokens.shift();
    if (token !== undefined) enterToken(walk, token);
    else if (isUndoing(walk)) {
      if (walk.draft.open.size > 0) return;
      undoNext(walk);
    } else if (!closeNext(walk)) {
      if (walk.draft.open.size > 0) return;
      if (walk.draft.cancelRequested) finishRun(walk, 'cancelled', 'cancelled');
      else finishRun(walk, 'done', walk.draft.outcome ?? 'done');
    }
  }
}

/** Lets a scope without tokens go and its join fire. False when there is none to close. */
function closeNext(walk: Walk): boolean {
  if (walk.draft.cancelRequested) return false;
  const scope = closeIdleScope(walk);
  if (scope === null) return false;
  if (scope.join !== null) enterJoin(walk, scope.join, scope.parent, null);
  return true;
}

function undoNext(walk: Walk): void {
  const next = walk.draft.cancelRequested ? null : nextCompensation(walk);
  if (next !== null) {
    enterToken(walk, { stepId: next.stepId, scope: next.scope, from: null });
    return;
  }
  const status = walk.draft.cancelRequested ? 'cancelled' : statusAfterUndo(walk);
  const outcome = status === 'cancelled' ? 'cancelled' : (walk.draft.outcome ?? status);
  for (const scope of walk.draft.scopes.values()) {
    if (!scope.closed && isUndoScope(scope.id)) {
      record(walk, null, { type: 'scope.closed', data: { scope: scope.id, arrived: 0 } });
    }
  }
  finishRun(walk, status, outcome);
}
