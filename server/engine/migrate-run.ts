import type { RunEvent } from './event.ts';
import { entryOf } from './entry.ts';
import { enterJoin, enterToken } from './enter-step.ts';
import { isoOf } from './iso.ts';
import { abandonEffects, leaveStep, releaseVisit } from './leave-step.ts';
import { cancelWithin, closeScope, isSatisfied } from './scopes.ts';
import type { Refusal } from './refusal.ts';
import type { Retimed, RunMove } from './run-move.ts';
import { isUntouched } from './run-move.ts';
import type { StepState, Visit } from './state.ts';
import { visitKey } from './state.ts';
import type { Walk } from './walk.ts';
import { nextVisit, openStep, openSteps, record, recordFact, visitOf } from './walk.ts';

/**
 * The run goes on with another version of its automation. `walk.plan` is the new version's plan
 * already; the moves were decided on this very state by `planMigration`, one for each open visit.
 */
export function migrateRun(
  walk: Walk,
  event: Extract<RunEvent, { kind: 'run_migrated' }>,
): Refusal {
  const { migrationId, from, to, moves, scopes } = event;
  const { draft } = walk;
  if (draft.version !== from) return `The run is on version ${draft.version}, not on ${from}.`;
  if (draft.cancelRequested) return 'The run is stopping.';
  const decided = new Set(moves.map((move) => visitKey(move.visit)));
  const open = openSteps(walk);
  if (decided.size !== open.length || open.some((step) => !decided.has(visitKey(step)))) {
    return 'The run has moved on since it was decided how to move it.';
  }
  if (open.some((step) => step.status === 'running'))
    return 'A step of the run is being worked on.';
  recordFact(walk, null, {
    type: 'run.migrated',
    data: { migrationId, from, to, moves: moves.map(sayMove), scopes: [...scopes] },
  });
  for (const move of moves) carryOut(walk, move);
  closeSatisfiedScopes(walk);
  return null;
}

/** The move as the log keeps it: ids and facts. */
function sayMove(move: RunMove) {
  const { stepId, iteration } = move.visit;
  if (move.how === 'begins') return { stepId, iteration, how: move.how, to: move.to };
  const how = isUntouched(move) ? ('stays' as const) : ('changes' as const);
  return { stepId, iteration, how: move.how === 'passes' ? move.how : how, to: stepId };
}

function carryOut(walk: Walk, move: RunMove): void {
  // What an earlier move of this very run has closed, such as the arms of a join that now fires.
  const step = openStep(walk, move.visit);
  if (step === null) return;
  switch (move.how) {
    case 'stays':
      change(walk, step, move);
      break;
    case 'begins':
      begin(walk, step, move);
      break;
    case 'passes': {
      abandonEffects(walk, step);
      const { port, output, note } = move;
      const approval = { status: 'superseded' } as const;
      leaveStep(walk, step, { port, output, approval, ...(note === null ? {} : { note }) });
      break;
    }
  }
}

function change(walk: Walk, step: StepState, move: Extract<RunMove, { how: 'stays' }>): void {
  const visit = visitOf(step);
  if (move.subscription !== null) {
    const { signal, correlationKey } = move.subscription;
    const subscriptionId = walk.env.newId('sub');
    walk.commands.push({ kind: 'unsubscribe', visit });
    walk.commands.push({ kind: 'subscribe', subscriptionId, visit, signal, correlationKey });
    record(walk, visit, { type: 'signal.awaited', data: { subscriptionId, signal } });
  }
  if (move.retimed !== null) moveTimer(walk, visit, move.retimed);
  const approval = walk.draft.approvals.get(visitKey(step));
  if (move.request !== null && approval !== undefined) {
    walk.commands.push({
      kind: 'escalate_approval',
      approvalId: approval.id,
      visit,
      ...move.request,
    });
  }
}

/** The visit's timer takes another rule. */
function moveTimer(walk: Walk, visit: Visit, retimed: Retimed): void {
  const { purpose, rule, zone, spreadSeconds, dueAt, was } = retimed;
  for (const [timerId, timer] of walk.draft.timers) {
    if (timer.purpose !== purpose || timer.visit === null) continue;
    if (visitKey(timer.visit) !== visitKey(visit)) continue;
    const { tzdb } = walk.env;
    walk.commands.push({ kind: 'move_timer', timerId, zone, dueAt, tzdb, rule, spreadSeconds });
    record(walk, visit, {
      type: 'timer.recomputed',
      data: {
        timerId,
        zone,
        dueAt: isoOf(dueAt),
        was: isoOf(was),
        cause: 'rule',
        rule,
        spreadSeconds,
      },
    });
    return;
  }
}

function begin(walk: Walk, step: StepState, move: Extract<RunMove, { how: 'begins' }>): void {
  releaseVisit(walk, step, { status: 'superseded' });
  abandonEffects(walk, step);
  record(walk, step, { type: 'step.cancelled', data: { cause: 'migrated' } });
  const token = { stepId: move.to, scope: step.scope, from: null };
  if (move.retimed === null) {
    walk.tokens.push(token);
    return;
  }
  const visit = nextVisit(walk, move.to);
  enterToken(walk, token);
  if (openStep(walk, visit) !== null) moveTimer(walk, visit, move.retimed);
}

/** A join that needs fewer arrivals in the new version than there have been fires now. */
function closeSatisfiedScopes(walk: Walk): void {
  for (const scope of walk.draft.scopes.values()) {
    const join = scope.join === null ? undefined : walk.plan.steps.get(scope.join);
    if (join === undefined || walk.draft.scopes.get(scope.id)?.closed !== false) continue;
    const entry = entryOf(walk, join, nextVisit(walk, join.id));
    if (entry.kind !== 'join' || scope.arrived === 0 || !isSatisfied(entry, scope.arrived))
      continue;
    closeScope(walk, scope.id);
    if (entry.leftover === 'cancel') cancelWithin(walk, scope.id);
    enterJoin(walk, join.id, scope.parent, null);
  }
}
