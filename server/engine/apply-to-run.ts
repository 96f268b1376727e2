import type { RunDraft } from './run-draft.ts';
import type { ScopeState, Visit } from './state.ts';
import type { Transition, TransitionOf } from './transition.ts';

/** What is about one visit and would change it. */
export type FactOfVisit = Extract<
  Transition,
  {
    type:
      | 'step.entered'
      | 'step.started'
      | 'step.completed'
      | 'step.failed'
      | 'step.retry_scheduled'
      | 'step.parked'
      | 'step.needs_review'
      | 'step.resumed'
      | 'step.waiting'
      | 'step.lost'
      | 'step.released'
      | 'step.cancelled'
      | 'approval.requested';
  }
>;

/** What is in the log for the timeline, or what another entry beside it has the state say. */
type Note = TransitionOf<
  | 'timer.recomputed'
  | 'run.duplicate'
  | 'run.held'
  | 'run.unheld'
  | 'run.budget_reached'
  | 'child.started'
  | 'signal.awaited'
  | 'signal.received'
  | 'approval.posted'
  | 'approval.post_failed'
  | 'approval.decided'
  | 'approval.expired'
  | 'approval.escalated'
  | 'approval.refused'
  | 'effect.started'
  | 'effect.settled'
  | 'effect.failed'
  | 'effect.outcome_unknown'
  | 'effect.reviewed'
  | 'step.result_refused'
>;

/**
 * What concerns the run as a whole, whichever visit it came from. Names every type that there is: a
 * new one has to be given its place, here or with the visits.
 */
export function applyToRun(draft: RunDraft, transition: Transition): void {
  switch (transition.type) {
    case 'run.started':
      draft.version = transition.data.version;
      draft.stepsLeft = transition.data.maxSteps;
      break;
    case 'run.migrated':
      draft.version = transition.data.to;
      for (const { scope, join } of transition.data.scopes) {
        changeScope(draft, scope, () => ({ join }));
      }
      break;
    case 'run.cancel_requested':
      draft.cancelRequested = true;
      break;
    case 'run.finished':
      draft.status = transition.data.status;
      draft.outcome = transition.data.outcome;
      draft.timers.clear();
      draft.approvals.clear();
      break;
    case 'token.ended':
      // The last named outcome stays; `run.finished` makes it the run's.
      draft.outcome = transition.data.outcome ?? draft.outcome;
      break;
    case 'scope.opened': {
      const { scope: id, parent, join, arms } = transition.data;
      draft.scopes.set(id, { id, parent, join, arms, arrived: 0, closed: false });
      break;
    }
    case 'scope.arrived':
      changeScope(draft, transition.data.scope, (scope) => ({ arrived: scope.arrived + 1 }));
      break;
    case 'scope.closed':
      changeScope(draft, transition.data.scope, () => ({ closed: true }));
      break;
    case 'timer.set':
      setTimer(draft, null, transition);
      break;
    case 'timer.fired':
    case 'timer.cancelled':
      draft.timers.delete(transition.data.timerId);
      break;
    default:
      transition satisfies FactOfVisit | Note;
  }
}

export function setTimer(
  draft: RunDraft,
  visit: Visit | null,
  set: TransitionOf<'timer.set'>,
): void {
  draft.timers.set(set.data.timerId, { purpose: set.data.purpose, visit });
}

function changeScope(
  draft: RunDraft,
  id: string,
  changes: (scope: ScopeState) => Partial<ScopeState>,
): void {
  const scope = draft.scopes.get(id);
  if (scope !== undefined) draft.scopes.set(id, { ...scope, ...changes(scope) });
}
