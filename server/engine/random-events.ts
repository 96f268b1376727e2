import type { RunEvent } from './event.ts';
import type { Dice } from './random-document.ts';
import type { StepState } from './state.ts';
import { isOpenStep, visitKey } from './state.ts';
import type { StoreModel } from './store-model.ts';
import type { TestRun } from './testing-run.ts';

const ERROR = { code: 'provider_down', message: 'The provider answered 503.' };

/** Something that could happen to the step next, in the order in which the world chooses. */
function eventFor(run: TestRun, step: StepState, store: StoreModel, dice: Dice): RunEvent | null {
  const visit = { stepId: step.stepId, iteration: step.iteration };
  const timer = [...store.timers].find(([, one]) => one.visit === visitKey(step));
  const approval = run.state.approvals.get(visitKey(step));
  if (approval !== undefined && dice.roll(3) === 0) {
    const decision = dice.roll(2) === 0 ? 'approved' : 'rejected';
    return {
      kind: 'approval_decided',
      visit,
      approvalId: approval.id,
      decision,
      via: 'inbox',
      comment: null,
    };
  }
  if (
    timer !== undefined &&
    ((step.status !== 'ready' && step.status !== 'running') || dice.roll(6) === 0)
  ) {
    if (step.status !== 'waiting_signal' || dice.roll(3) === 0) return fired(timer);
  }
  switch (step.status) {
    case 'ready':
      return { kind: 'step_claimed', visit, token: 1 };
    case 'running':
      return result(step, approval?.id ?? null, run.now, dice);
    case 'waiting_signal':
      return {
        kind: 'signal_received',
        visit,
        subscriptionId: 'sub',
        signalId: 'sig',
        signal: 'reply',
        payload: {},
        early: false,
      };
    case 'parked':
      return {
        kind: 'step_resumed',
        visit,
        cause: dice.roll(2) === 0 ? 'reconnected' : 'replayed',
      };
    case 'needs_review':
      return dice.roll(6) === 0
        ? { kind: 'stop_requested', visit, reason: 'gave_up', undo: dice.roll(2) === 0 }
        : { kind: 'step_resumed', visit, cause: 'reviewed' };
    default:
      return null;
  }
}

function fired([timerId, timer]: [string, { purpose: string; dueAt: number }]): RunEvent {
  const purpose = timer.purpose as 'wait';
  return { kind: 'timer_fired', timerId, purpose, visit: null, dueAt: timer.dueAt, skipped: false };
}

function result(step: StepState, approvalId: string | null, now: number, dice: Dice): RunEvent {
  const visit = { stepId: step.stepId, iteration: step.iteration };
  switch (dice.roll(12)) {
    case 0:
      return { kind: 'step_errored', visit, error: ERROR, retryable: false };
    case 1:
      return { kind: 'step_errored', visit, error: ERROR, retryable: true };
    case 2:
      return {
        kind: 'step_errored',
        visit,
        error: ERROR,
        retryable: true,
        retryAfterSeconds: dice.roll(200_000),
      };
    case 3:
      return { kind: 'step_parked', visit, error: ERROR, connectionId: 'con_1' };
    case 4:
      return { kind: 'step_uncertain', visit, effectKey: 'key', message: 'No answer.' };
    case 5:
      return { kind: dice.roll(2) === 0 ? 'attempt_lost' : 'attempt_released', visit, owner: 'w1' };
    case 6:
      return { kind: 'step_put_off', visit, until: now + dice.roll(60_000), error: ERROR };
    default:
      if (approvalId !== null) {
        const deadlinesPassed = dice.roll(step.deadlinesPassed + 1);
        return { kind: 'approval_posted', visit, approvalId, effectKey: 'key', deadlinesPassed };
      }
      return {
        kind: 'step_completed',
        visit,
        port: 'next',
        output: dice.roll(2) === 0 ? 'left' : 'right',
      };
  }
}

const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'];

/** The contact has moved, perhaps to where they are. */
function moved(run: TestRun, store: StoreModel, dice: Dice): RunEvent {
  run.contactZone = ZONES[dice.roll(ZONES.length)] ?? 'UTC';
  const cause = dice.roll(2) === 0 ? 'zone' : 'tzdb';
  return { kind: 'timers_recomputed', cause, timers: [...store.timers.values()] };
}

/** What the world does next: mostly something that could happen, often again or too late. */
export function nextEvent(
  run: TestRun,
  store: StoreModel,
  past: readonly RunEvent[],
  dice: Dice,
): RunEvent {
  const late = past[dice.roll(past.length)];
  if (late !== undefined && dice.roll(4) === 0) return late;
  if (dice.roll(80) === 0) return { kind: 'cancel_requested', reason: null };
  if (dice.roll(150) === 0) return { kind: 'age_reached' };
  if (dice.roll(20) === 0) return moved(run, store, dice);
  const steps = [...run.state.steps.values()];
  const failed = steps.findLast(({ status }) => status === 'failed');
  if (run.state.status === 'failed' && failed !== undefined && dice.roll(3) === 0) {
    return { kind: 'step_resumed', visit: failed, cause: 'replayed' };
  }
  const open = steps.filter(({ status }) => isOpenStep(status));
  const step = open[dice.roll(open.length)];
  const event = step === undefined ? null : eventFor(run, step, store, dice);
  return event ?? late ?? { kind: 'cancel_requested', reason: null };
}
