import type { Entry } from './definition.ts';
import { cancelStep } from './finish-run.ts';
import { endToken } from './leave-step.ts';
import type { ScopeState, Visit } from './state.ts';
import type { Token, Walk } from './walk.ts';
import { openSteps, record } from './walk.ts';

/**
 * Parallel scopes. A scope lives from its `parallel` until its `join` closes it: when enough
 * tokens have arrived, or at the latest when no token inside it is left, however they ended.
 *
 *   open ── arrivals reach the join's count ──► closed, leftovers cancelled or let run
 *     └──── no token left inside ─────────────► closed
 */
export type JoinEntry = Extract<Entry, { kind: 'join' }>;

/** Whether the token's scope is the given one or lies within it. */
function isWithin(walk: Walk, scope: string | null, outer: string): boolean {
  for (let id = scope; id !== null; id = walk.draft.scopes.get(id)?.parent ?? null) {
    if (id === outer) return true;
  }
  return false;
}

/** The innermost scope around a token that this join closes; null for a join outside of any. */
export function scopeForJoin(walk: Walk, token: Token): ScopeState | null {
  for (let id = token.scope; id !== null; ) {
    const scope = walk.draft.scopes.get(id);
    if (scope === undefined) return null;
    if (scope.join === token.stepId) return scope;
    id = scope.parent;
  }
  return null;
}

/**
 * A token reaches the join of its scope. Returns true when the scope closed by it, so that the
 * join is to be entered; a token that comes after that has nowhere to go and ends.
 */
export function arriveAtJoin(
  walk: Walk,
  token: Token,
  scope: ScopeState,
  join: JoinEntry,
): boolean {
  if (scope.closed) {
    endToken(walk, token.from, token.from?.port ?? null, null);
    return false;
  }
  record(walk, openerOf(scope.id), { type: 'scope.arrived', data: { scope: scope.id } });
  if (!isSatisfied(join, scope.arrived + 1)) return false;
  closeScope(walk, scope.id);
  if (join.leftover === 'cancel') cancelWithin(walk, scope.id);
  return true;
}

/** Whether so many arrivals are enough; where all are waited for, none ever is by itself. */
export function isSatisfied({ mode, count }: JoinEntry, arrived: number): boolean {
  return arrived >= (mode === 'any' ? 1 : mode === 'count' ? count : Infinity);
}

/**
 * Closes the innermost open scope without a token left inside. Returns it, or null when every
 * open scope still has one. Call with no tokens on their way.
 */
export function closeIdleScope(walk: Walk): ScopeState | null {
  const busy = new Set<string>();
  const mark = (scope: string | null): void => {
    for (let id = scope; id !== null && !busy.has(id); ) {
      busy.add(id);
      id = walk.draft.scopes.get(id)?.parent ?? null;
    }
  };
  for (const step of openSteps(walk)) mark(step.scope);
  // A scope within another keeps that one busy: its own join may still send a token there.
  for (const scope of walk.draft.scopes.values()) if (!scope.closed) mark(scope.parent);
  for (const scope of walk.draft.scopes.values()) {
    if (scope.closed || busy.has(scope.id)) continue;
    closeScope(walk, scope.id);
    return scope;
  }
  return null;
}

export function closeScope(walk: Walk, id: string): void {
  const arrived = walk.draft.scopes.get(id)?.arrived ?? 0;
  record(walk, openerOf(id), { type: 'scope.closed', data: { scope: id, arrived } });
}

/** Ends every token inside: open steps, tokens on their way, and the scopes that they opened. */
export function cancelWithin(walk: Walk, outer: string): void {
  for (const step of openSteps(walk)) {
    if (isWithin(walk, step.scope, outer)) cancelStep(walk, step, 'scope_closed');
  }
  walk.tokens = walk.tokens.filter((token) => !isWithin(walk, token.scope, outer));
  for (const scope of walk.draft.scopes.values()) {
    if (!scope.closed && isWithin(walk, scope.parent, outer)) closeScope(walk, scope.id);
  }
}

/** The visit of the parallel that opened a scope: the scope's id is its key. */
function openerOf(scope: string): Visit {
  const slash = scope.lastIndexOf('/');
  return { stepId: scope.slice(0, slash), iteration: Number(scope.slice(slash + 1)) };
}
