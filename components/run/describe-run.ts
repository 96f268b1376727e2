import { isOpenStep } from '#server/engine/state.ts';
import type { RunDetail, RunStepView } from '#server/api/views/run-view.ts';
import { formatDuration } from '#components/ui/format-duration.ts';
import { formatNear } from '#components/ui/format-time.ts';
import { deadlineOf } from './deadline-of.ts';
import { anyOf, stepName } from './run-names.ts';

export interface Reading {
  readonly zone: string;
  readonly now: Date;
}

/** What presses most comes first, where a run stands in several places. */
const PRESSING: readonly RunStepView['status'][] = [
  'needs_review',
  'parked',
  'waiting_approval',
  'waiting_retry',
  'running',
  'ready',
  'waiting_signal',
  'waiting_timer',
];

/** The open steps, what presses most first. */
export function openSteps(run: RunDetail): RunStepView[] {
  return run.steps
    .filter((step) => isOpenStep(step.status))
    .toSorted((a, b) => PRESSING.indexOf(a.status) - PRESSING.indexOf(b.status));
}

/** The one sentence on top of a run's page: what it does or waits for, until when, what then. */
export function describeRun(run: RunDetail, reading: Reading): string {
  switch (run.status) {
    case 'done':
      return `Done${outcome(run)} after ${age(run)}`;
    case 'stopped':
      return describeStopped(run);
    case 'failed':
      return describeFailure(run);
    case 'cancelled':
      return describeCancelled(run, reading);
    case 'stopping':
      return describeStopping(run);
    default:
      return describeOpen(run, reading);
  }
}

function describeStopped(run: RunDetail): string {
  if (run.undo === null) return `Ended early${outcome(run)} after ${age(run)}`;
  const reason = run.undo.reason === null ? '' : `: ${run.undo.reason}`;
  return `Stopped and undone, as ${run.undo.by} asked${reason}`;
}

function outcome(run: RunDetail): string {
  return run.outcome === null || run.outcome === '' ? '' : `: ${run.outcome},`;
}

function age(run: RunDetail): string {
  return formatDuration((run.finishedAt ?? run.now).getTime() - run.startedAt.getTime());
}

function describeFailure(run: RunDetail): string {
  const failed = run.steps.findLast((step) => step.status === 'failed');
  if (failed === undefined) return `Failed${run.outcome === null ? '' : `: ${run.outcome}`}`;
  const attempts = failed.attempt > 1 ? ` after ${failed.attempt} attempts` : '';
  const why = failed.error === null ? '' : `: ${asClause(failed.error.message)}`;
  return `Failed at ${stepName(run.document, failed.stepId)}${attempts}${why}`;
}

function describeCancelled(run: RunDetail, { zone, now }: Reading): string {
  if (run.cancel === null) return 'Cancelled';
  const reason = run.cancel.reason === null ? '' : `: ${run.cancel.reason}`;
  return `Cancelled by ${run.cancel.by}, ${formatNear(run.cancel.at, zone, now)}${reason}`;
}

function describeStopping(run: RunDetail): string {
  const busy = openSteps(run).map((step) => stepName(run.document, step.stepId));
  const by = run.cancel === null ? '' : `, as ${run.cancel.by} asked`;
  return busy.length === 0
    ? `Stopping${by}`
    : `Stopping${by}, once ${busy.join(' and ')} ${busy.length === 1 ? 'has' : 'have'} settled`;
}

function describeOpen(run: RunDetail, reading: Reading): string {
  const [first, ...others] = openSteps(run);
  if (run.held !== null) return describeHeld(run, run.held, reading);
  if (first === undefined) return 'Running';
  const rest =
    others.length === 0
      ? ''
      : `, and in ${others.length} other ${others.length === 1 ? 'place' : 'places'}`;
  return `${describeStep(run, first, reading)}${rest}`;
}

/** What is at work ends; all else stands until its automation is resumed. */
function describeHeld(
  run: RunDetail,
  held: NonNullable<RunDetail['held']>,
  reading: Reading,
): string {
  const places = openSteps(run).map((step) => `“${stepName(run.document, step.stepId)}”`);
  const where = places.length === 0 ? '' : `, at ${places.join(' and ')}`;
  return `Held by ${held.by} with the automation since ${near(held.at, reading)}${where}`;
}

/** The same for one place where the run stands. */
export function describeStep(run: RunDetail, step: RunStepView, reading: Reading): string {
  const name = stepName(run.document, step.stepId);
  const deadline = deadlineOf(run, step);
  const until = deadline === null ? '' : ` until ${near(deadline.at, reading)}`;
  const then = deadline === null ? '' : ` — then: ${deadline.then}`;
  switch (step.status) {
    case 'waiting_timer':
      return deadline === null ? `Waiting at ${name}` : `Waiting${until}${then}`;
    case 'waiting_signal':
      return `Waiting for ${awaited(run, step)}${until}${then}`;
    case 'waiting_approval':
      return `Waiting for ${anyOf(assignees(run, step))} to approve${until}${then}`;
    case 'waiting_retry':
      return `Retrying ${name}${deadline === null ? '' : ` at ${near(deadline.at, reading)}`}, attempt ${step.attempt + 1}`;
    case 'parked':
      return `Parked at ${name}${step.reason === null ? '' : `: ${asClause(step.reason.message)}`}`;
    case 'needs_review':
      return `Nobody knows yet whether “${name}” happened — a person has to say`;
    case 'running':
      return `Running ${name}${step.startedAt === null ? '' : ` since ${near(step.startedAt, reading)}`}${attempt(step)}`;
    case 'ready':
      return `About to run ${name}${attempt(step)}`;
    case 'done':
    case 'failed':
    case 'cancelled':
      return name;
  }
}

function attempt(step: RunStepView): string {
  return step.attempt > 1 ? `, attempt ${step.attempt}` : '';
}

function near(at: Date, { zone, now }: Reading): string {
  return formatNear(at, zone, now);
}

function assignees(run: RunDetail, step: RunStepView): readonly string[] {
  const approval = run.approvals.findLast(
    (candidate) => candidate.stepId === step.stepId && candidate.iteration === step.iteration,
  );
  return approval?.assignees ?? [];
}

/** What a wait listens for, as people say it. */
function awaited(run: RunDetail, step: RunStepView): string {
  const signal = run.subscriptions.find(
    (candidate) => candidate.stepId === step.stepId && candidate.iteration === step.iteration,
  )?.signal;
  return signal === undefined || signal === 'email.reply' ? 'a reply' : `“${signal}”`;
}

/** An error's sentence inside ours: no full stop at its end. */
function asClause(message: string): string {
  return message.replace(/[.\s]+$/, '');
}
