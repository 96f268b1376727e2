import type { StepError, RunEvent } from './event.ts';
import { failStep } from './fail-step.ts';
import { cancelStep } from './finish-run.ts';
import { computeInstant } from './instant.ts';
import { isoOf } from './iso.ts';
import { leaveStep } from './leave-step.ts';
import type { Refusal } from './refusal.ts';
import { runningStep } from './refusal.ts';
import { RUN_FINISHED } from './run-finished.ts';
import { setTimer } from './set-timer.ts';
import type { StepState } from './state.ts';
import type { Walk } from './walk.ts';
import { record, recordFact, saveOutput, visitOf } from './walk.ts';

/** The port by which a step leaves when the run that it started went well. */
const DONE_PORT = 'done';

/**
 * The step has started another run and waits for its end:
 *
 *   running ─► waiting_signal ─┬─ the child is done ────────► port `done`
 *                              ├─ it ended in another way ──► failed, or port `failed`
 *                              └─ its time is over ─────────► the same
 *
 * It holds no place in any lane meanwhile, so a parent never keeps its child from running.
 */
export function awaitChild(
  walk: Walk,
  event: Extract<RunEvent, { kind: 'child_started' }>,
): Refusal {
  const step = runningStep(walk, event.visit);
  if (typeof step === 'string') return step;
  const { childRunId, patience } = event;
  recordFact(walk, step, { type: 'child.started', data: { childRunId } });
  if (walk.draft.cancelRequested) {
    cancelStep(walk, step, 'run_cancelled');
    return null;
  }
  const request = {
    rule: { kind: 'after' as const, duration: patience, from: isoOf(walk.env.now) },
    zone: 'UTC',
    spreadSeconds: 0,
  };
  const instant = computeInstant(request, walk.env.runId, walk.env.now);
  if (!instant.ok) {
    failStep(walk, step, instant.error);
    return null;
  }
  const visit = visitOf(step);
  const subscriptionId = walk.env.newId('sub');
  recordFact(walk, step, { type: 'step.waiting', data: { status: 'waiting_signal' } });
  walk.commands.push({
    kind: 'subscribe',
    subscriptionId,
    visit,
    signal: RUN_FINISHED,
    correlationKey: childRunId,
  });
  record(walk, visit, { type: 'signal.awaited', data: { subscriptionId, signal: RUN_FINISHED } });
  setTimer(walk, visit, 'deadline', request, instant);
  return null;
}

/** Whether a wait for a signal is one for a child: only those had a worker first. */
export function waitsForChild(step: StepState): boolean {
  return step.status === 'waiting_signal' && step.lane !== null;
}

/** The child has ended; only `done` counts as done. */
export function endOfChild(walk: Walk, step: StepState, payload: unknown): void {
  const status = fieldOf(payload, 'status');
  if (status === 'done') {
    leaveStep(walk, step, { port: DONE_PORT, output: payload });
    return;
  }
  saveOutput(walk, step, payload);
  failStep(walk, step, childFailed(status));
}

export function childFailed(status: string): StepError {
  const how = status === '' ? 'badly' : status;
  return { code: 'child_failed', message: `The run that this step started ended: ${how}.` };
}

/** The step failed because its child was late, and the child is to be cancelled for it. */
export const CHILD_TOO_LATE = 'child_too_late';

/**
 * Nothing was heard of the child for as long as the author wanted to wait. The child goes on, unless
 * the author wants it cancelled: then the shell, which alone can reach another run, finds it by the
 * step's error.
 */
export function giveUpOnChild(walk: Walk, step: StepState): void {
  const late = 'The run that this step started did not end in time';
  const cancels = walk.plan.steps.get(step.stepId)?.cancelsLateChild === true;
  failStep(
    walk,
    step,
    cancels
      ? { code: CHILD_TOO_LATE, message: `${late}, and is cancelled.` }
      : { code: 'child_not_finished', message: `${late}. It goes on by itself.` },
  );
}

function fieldOf(payload: unknown, field: string): string {
  if (typeof payload !== 'object' || payload === null) return '';
  const value: unknown = Object.entries(payload).find(([name]) => name === field)?.[1];
  return typeof value === 'string' ? value : '';
}
