import type { RunEvent, StepError } from './event.ts';
import { failStep } from './fail-step.ts';
import { cancelStep } from './finish-run.ts';
import { isoOf } from './iso.ts';
import { leaveStep } from './leave-step.ts';
import type { Refusal } from './refusal.ts';
import { runningStep } from './refusal.ts';
import { makeReady } from './resume-step.ts';
import { decideRetry, retryPolicy } from './retry-policy.ts';
import type { StepState } from './state.ts';
import { visitKey } from './state.ts';
import type { Walk } from './walk.ts';
import { recordFact, visitOf } from './walk.ts';

type EventOf<K extends RunEvent['kind']> = Extract<RunEvent, { kind: K }>;

/** The work is done: its output is kept and its token goes on, unless the run is stopping. */
export function completeStep(walk: Walk, event: EventOf<'step_completed'>): Refusal {
  const step = runningStep(walk, event.visit);
  if (typeof step === 'string') return step;
  const { port, output, effectKey } = event;
  leaveStep(walk, step, { port, output, effectKey, byActor: true });
  return null;
}

/** The approval's message stands in its channel: now a person is waited for. */
export function noteApprovalPosted(walk: Walk, event: EventOf<'approval_posted'>): Refusal {
  const step = runningStep(walk, event.visit);
  if (typeof step === 'string') return step;
  const { approvalId, effectKey, deadlinesPassed = step.deadlinesPassed } = event;
  if (walk.draft.approvals.get(visitKey(step))?.id !== approvalId) {
    return `${approvalId} is not the open approval of ${visitKey(step)}.`;
  }
  recordFact(walk, step, { type: 'approval.posted', data: { approvalId, effectKey } });
  if (walk.draft.cancelRequested) {
    cancelStep(walk, step, 'run_cancelled');
    return null;
  }
  const waiting = waitForPerson(walk, step);
  // While it was on its way the deadline passed: the others have not been asked yet.
  if (deadlinesPassed < step.deadlinesPassed) makeReady(walk, waiting, 'escalated');
  return null;
}

function waitForPerson(walk: Walk, step: StepState): StepState {
  recordFact(walk, step, { type: 'step.waiting', data: { status: 'waiting_approval' } });
  return { ...step, status: 'waiting_approval' };
}

/**
 * No attempt will follow. A question that its channel does not take still stands in the inbox: it
 * waits there for a decision or its deadline, and the log says why nobody was told.
 */
function giveUp(walk: Walk, step: StepState, error: StepError): void {
  const approval = walk.draft.approvals.get(visitKey(step));
  if (approval === undefined || walk.draft.cancelRequested) {
    failStep(walk, step, error);
    return;
  }
  const { code, message } = error;
  walk.commands.push({ kind: 'save_error', visit: visitOf(step), error: { code, message } });
  recordFact(walk, step, {
    type: 'approval.post_failed',
    data: { approvalId: approval.id, code, message },
  });
  waitForPerson(walk, step);
}

/** The attempt failed: again after a while, parked, or failed for good. */
export function noteError(walk: Walk, event: EventOf<'step_errored'>): Refusal {
  const step = runningStep(walk, event.visit);
  if (typeof step === 'string') return step;
  const { error, retryable, retryAfterSeconds } = event;
  const { random, now } = walk.env;
  const decision = retryable
    ? decideRetry(step.lane ?? 'fast', step.attempt, random, retryAfterSeconds)
    : ({ kind: 'exhausted' } as const);
  if (decision.kind === 'exhausted') giveUp(walk, step, error);
  else if (walk.draft.cancelRequested) cancelStep(walk, step, 'run_cancelled');
  else if (decision.kind === 'park') {
    park(walk, step, {
      code: 'retry_after_too_long',
      message: `The provider asks to wait longer than a day: ${error.message}`,
    });
  } else {
    const { delayMs, retryAfter } = decision;
    const until = now + delayMs;
    retryLater(walk, step, { until, retryAfter, countsAsAttempt: true, error });
  }
  return null;
}

/** Another attempt's effect is still alive: come back when its lease has ended. */
export function putOff(walk: Walk, event: EventOf<'step_put_off'>): Refusal {
  const step = runningStep(walk, event.visit);
  if (typeof step === 'string') return step;
  const { until, error } = event;
  if (walk.draft.cancelRequested) cancelStep(walk, step, 'run_cancelled');
  else retryLater(walk, step, { until, retryAfter: false, countsAsAttempt: false, error });
  return null;
}

/** Nothing but a person (or a probe) can help: kept where it is, with the reason. */
export function parkStep(walk: Walk, event: EventOf<'step_parked'>): Refusal {
  const step = runningStep(walk, event.visit);
  if (typeof step === 'string') return step;
  const { error, connectionId } = event;
  if (walk.draft.cancelRequested) cancelStep(walk, step, 'run_cancelled');
  else park(walk, step, { ...error, ...(connectionId === undefined ? {} : { connectionId }) });
  return null;
}

/** The effect may have happened and nobody but a person can tell. */
export function askForReview(walk: Walk, event: EventOf<'step_uncertain'>): Refusal {
  const step = runningStep(walk, event.visit);
  if (typeof step === 'string') return step;
  const { effectKey, message } = event;
  if (walk.draft.cancelRequested) {
    cancelStep(walk, step, 'run_cancelled');
    return null;
  }
  const reason = { code: 'outcome_unknown', message, effectKey };
  walk.commands.push({ kind: 'save_reason', visit: visitOf(step), reason });
  recordFact(walk, step, { type: 'step.needs_review', data: { effectKey, message } });
  return null;
}

interface ParkReason {
  readonly code: string;
  readonly message: string;
  readonly connectionId?: string;
}

export function park(walk: Walk, step: StepState, reason: ParkReason): void {
  walk.commands.push({ kind: 'save_reason', visit: visitOf(step), reason });
  recordFact(walk, step, { type: 'step.parked', data: reason });
}

interface Later {
  /** Epoch milliseconds. */
  readonly until: number;
  readonly retryAfter: boolean;
  readonly countsAsAttempt: boolean;
  readonly error: { readonly code: string; readonly message: string };
}

function retryLater(walk: Walk, step: StepState, later: Later): void {
  const visit = visitOf(step);
  const timerId = walk.env.newId('tmr');
  // Never before now, and never what no clock can show.
  const until = Number.isFinite(later.until) ? Math.max(later.until, walk.env.now) : walk.env.now;
  const dueAt = isoOf(until);
  const { code, message } = later.error;
  walk.commands.push({ kind: 'save_error', visit, error: { code, message } });
  walk.commands.push({
    kind: 'set_timer',
    timerId,
    visit,
    purpose: 'retry',
    rule: { kind: 'instant', at: dueAt },
    zone: 'UTC',
    spreadSeconds: 0,
    dueAt: until,
    tzdb: walk.env.tzdb,
  });
  recordFact(walk, step, {
    type: 'step.retry_scheduled',
    data: {
      attempt: step.attempt,
      of: retryPolicy(step.lane ?? 'fast').maxAttempts,
      code,
      message,
      timerId,
      dueAt,
      retryAfter: later.retryAfter,
      countsAsAttempt: later.countsAsAttempt,
    },
  });
}
