import type { RunDetail, RunStepView, TimerView } from '#server/api/views/run-view.ts';
import { portName, targetName } from './run-names.ts';

/** When a wait ends by itself, and what happens then. */
export interface Deadline {
  readonly at: Date;
  readonly timerId: string;
  readonly purpose: TimerView['purpose'];
  /** The port it leaves by then; null where it does not go on by itself. */
  readonly port: string | null;
  /** After "then: " */
  readonly then: string;
  /** A whole clause: "take expired, and the run ends". */
  readonly consequence: string;
}

/** The open timer that moves the step on: its wait, its deadline or its next attempt. */
export function deadlineOf(run: RunDetail, step: RunStepView): Deadline | null {
  const timer = run.timers.find(
    (candidate) =>
      candidate.stepId === step.stepId &&
      candidate.iteration === step.iteration &&
      candidate.firedAt === null &&
      candidate.cancelledAt === null,
  );
  if (timer === undefined) return null;
  const base = { at: timer.dueAt, timerId: timer.id, purpose: timer.purpose };
  if (timer.purpose === 'retry')
    return { ...base, port: null, then: 'another attempt', consequence: 'the next attempt starts' };
  if (timer.purpose === 'wait') return { ...base, ...goingOn(run, step.stepId, 'next') };
  const then = thenOf(run, step);
  if (then === 'stop')
    return { ...base, port: null, then: 'the run stops', consequence: 'the run stops here' };
  if (then === 'escalate')
    return {
      ...base,
      port: null,
      then: 'someone else is asked',
      consequence: 'someone else is asked',
    };
  return { ...base, ...byPort(run, step.stepId, then.slice('port:'.length)) };
}

function goingOn(run: RunDetail, stepId: string, port: string) {
  const target = targetName(run.document, stepId, port);
  return target === null
    ? { port, then: 'the run ends', consequence: 'the run ends' }
    : { port, then: target, consequence: `go on with ${target}` };
}

function byPort(run: RunDetail, stepId: string, port: string) {
  const name = portName(run.document, stepId, port);
  const target = targetName(run.document, stepId, port);
  const last =
    target === null || run.document.steps.find((step) => step.name === target)?.kind === 'end';
  return {
    port,
    then: name,
    consequence: `take ${name}, ${last ? 'and the run ends' : `then ${target}`}`,
  };
}

/** `port:x`, `stop` or `escalate`: as the open approval says it, else as the step's settings do. */
function thenOf(run: RunDetail, step: RunStepView): string {
  const approval = run.approvals.find(
    (candidate) =>
      candidate.stepId === step.stepId &&
      candidate.iteration === step.iteration &&
      candidate.status === 'open',
  );
  if (approval !== undefined) return approval.deadlineThen;
  const config = run.document.steps.find((candidate) => candidate.id === step.stepId)?.config;
  const deadline = config?.['deadline'];
  const then =
    typeof deadline === 'object' && deadline !== null && 'then' in deadline
      ? deadline.then
      : undefined;
  if (typeof then === 'string') return then;
  return typeof then === 'object' ? 'escalate' : 'stop';
}
