import { applyToRun, type FactOfVisit, setTimer } from './apply-to-run.ts';
import type { RunDraft } from './run-draft.ts';
import { openRunStatus } from './run-draft.ts';
import type { StepState, Visit } from './state.ts';
import { isOpenRun, isOpenStep, visitKey } from './state.ts';
import type { Transition, TransitionOf } from './transition.ts';

/** Changes the draft by one fact. Total over the union; the only place where state changes. */
export function applyTransition(draft: RunDraft, transition: Transition): void {
  draft.seq = transition.seq;
  const visit = visitOf(transition);
  if (visit === null) applyToRun(draft, transition);
  else applyToStep(draft, visit, transition);
  if (isOpenRun(draft.status)) draft.status = openRunStatus(draft);
}

function applyToStep(draft: RunDraft, visit: Visit, transition: Transition): void {
  switch (transition.type) {
    case 'step.entered':
      enterStep(draft, visit, transition);
      break;
    case 'step.started':
      change(draft, visit, { status: 'running', attempt: transition.data.attempt });
      break;
    case 'step.completed':
      change(draft, visit, { status: 'done', port: transition.data.port });
      break;
    case 'step.failed':
      change(draft, visit, { status: 'failed', port: transition.data.port ?? null });
      break;
    case 'step.cancelled':
      change(draft, visit, { status: 'cancelled' });
      break;
    case 'step.retry_scheduled':
      scheduleRetry(draft, visit, transition);
      break;
    case 'step.parked':
      change(draft, visit, { status: 'parked' });
      break;
    case 'step.needs_review':
      change(draft, visit, { status: 'needs_review' });
      break;
    case 'step.resumed':
      resume(draft, visit, transition);
      break;
    case 'step.released':
      release(draft, visit, transition);
      break;
    case 'step.lost':
      change(draft, visit, { status: 'ready', wake: transition.data.wake });
      break;
    case 'step.waiting':
      change(draft, visit, { status: transition.data.status });
      break;
    default:
      applyBesideStep(draft, visit, transition);
  }
}

/** What belongs to a visit without changing its status: timers, approvals and its scope. */
function applyBesideStep(
  draft: RunDraft,
  visit: Visit,
  transition: Exclude<Transition, { type: Exclude<FactOfVisit['type'], 'approval.requested'> }>,
): void {
  switch (transition.type) {
    case 'timer.set':
      setTimer(draft, visit, transition);
      break;
    case 'timer.fired':
      draft.timers.delete(transition.data.timerId);
      if (transition.data.purpose === 'deadline') passDeadline(draft, visit);
      break;
    case 'timer.cancelled':
      draft.timers.delete(transition.data.timerId);
      break;
    case 'approval.requested': {
      const { approvalId: id, digest } = transition.data;
      draft.approvals.set(visitKey(visit), { id, digest });
      break;
    }
    default:
      // Scopes and outcomes are the run's, whichever visit they came from.
      applyToRun(draft, transition);
  }
}

function enterStep(draft: RunDraft, visit: Visit, entered: TransitionOf<'step.entered'>): void {
  const { status, lane, scope } = entered.data;
  draft.stepsLeft = Math.max(0, draft.stepsLeft - 1);
  put(draft, {
    stepId: visit.stepId,
    iteration: visit.iteration,
    status,
    lane,
    attempt: 0,
    wake: status === 'ready' ? 1 : 0,
    port: null,
    scope,
    deadlinesPassed: 0,
  });
}

function scheduleRetry(
  draft: RunDraft,
  visit: Visit,
  scheduled: TransitionOf<'step.retry_scheduled'>,
): void {
  const step = draft.steps.get(visitKey(visit));
  const begun = step?.attempt ?? 0;
  const attempt = scheduled.data.countsAsAttempt ? begun : Math.max(0, begun - 1);
  draft.timers.set(scheduled.data.timerId, { purpose: 'retry', visit });
  change(draft, visit, { status: 'waiting_retry', attempt });
}

function resume(draft: RunDraft, visit: Visit, resumed: TransitionOf<'step.resumed'>): void {
  const { cause, wake } = resumed.data;
  dropTimers(draft, visit, 'retry');
  // A replay opens a failed run again and gives the step its attempts back.
  if (cause === 'replayed' && draft.status === 'failed') {
    draft.status = 'running';
    draft.outcome = null;
  }
  change(draft, visit, {
    status: 'ready',
    wake,
    port: null,
    ...(cause === 'replayed' ? { attempt: 0 } : {}),
  });
}

/** What its worker gave back has cost the step nothing, however often that happens. */
function release(draft: RunDraft, visit: Visit, released: TransitionOf<'step.released'>): void {
  const { wake, countsAsAttempt } = released.data;
  const begun = draft.steps.get(visitKey(visit))?.attempt ?? 0;
  const attempt = countsAsAttempt === false ? Math.max(0, begun - 1) : begun;
  change(draft, visit, { status: 'ready', wake, attempt });
}

function passDeadline(draft: RunDraft, visit: Visit): void {
  const step = draft.steps.get(visitKey(visit));
  if (step !== undefined) put(draft, { ...step, deadlinesPassed: step.deadlinesPassed + 1 });
}

function change(draft: RunDraft, visit: Visit, changes: Partial<StepState>): void {
  const step = draft.steps.get(visitKey(visit));
  if (step !== undefined) put(draft, { ...step, ...changes });
}

/** Keeps the set of open steps true, and lets go of what a closed visit leaves behind. */
function put(draft: RunDraft, step: StepState): void {
  const key = visitKey(step);
  draft.steps.set(key, step);
  if (isOpenStep(step.status)) {
    draft.open.add(key);
    return;
  }
  draft.open.delete(key);
  draft.approvals.delete(key);
  dropTimers(draft, step, null);
}

function dropTimers(draft: RunDraft, visit: Visit, purpose: 'retry' | null): void {
  for (const [id, timer] of draft.timers) {
    if (timer.visit === null || visitKey(timer.visit) !== visitKey(visit)) continue;
    if (purpose === null || timer.purpose === purpose) draft.timers.delete(id);
  }
}

function visitOf(transition: Transition): Visit | null {
  const { stepId, iteration } = transition;
  return stepId === null || iteration === null ? null : { stepId, iteration };
}
