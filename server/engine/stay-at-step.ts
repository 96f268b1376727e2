import { waitsForChild } from './await-child.ts';
import type { Entry, TimerRequest } from './definition.ts';
import { thenText } from './enter-approval.ts';
import { digestText } from './keys.ts';
import type { MigrationFacts } from './migration-facts.ts';
import type { MigrationRefusal } from './migration-order.ts';
import { countedFrom, retime, sameRequest } from './retime.ts';
import type { Retimed, RunMove } from './run-move.ts';
import type { StepState, Visit } from './state.ts';
import { visitKey } from './state.ts';
import type { TimerPurpose } from './timer-rule.ts';
import type { Walk } from './walk.ts';
import { visitOf } from './walk.ts';

export interface Refused {
  readonly how: 'refused';
  readonly code: MigrationRefusal;
  readonly message: string;
  /** It may well be otherwise in a moment. */
  readonly transient: boolean;
}

export function refused(code: MigrationRefusal, message: string, transient = false): Refused {
  return { how: 'refused', code, message, transient };
}

/** The open timer of a visit for a purpose, as its row says it. */
export function timerOf(facts: MigrationFacts, visit: Visit, purpose: TimerPurpose) {
  const key = visitKey(visit);
  return facts.timers.find(
    (timer) => timer.purpose === purpose && timer.visit !== null && visitKey(timer.visit) === key,
  );
}

/** When the visit began, as its timer counts. */
export function beganAt(facts: MigrationFacts, step: StepState): number {
  const timer = timerOf(facts, step, 'wait') ?? timerOf(facts, step, 'deadline');
  return countedFrom(timer, facts.visits.get(visitKey(step))?.enteredAt ?? 0);
}

/**
 * A visit whose step is in both versions with other settings: its wait takes the new rule from when
 * it began, its question is asked anew where it reads differently. `entry` is how the step would
 * have begun then by the new settings.
 */
export function stayAtStep(
  walk: Walk,
  facts: MigrationFacts,
  step: StepState,
  entry: Entry,
): RunMove | Refused {
  const visit = visitOf(step);
  switch (entry.kind) {
    case 'pass':
      return {
        how: 'passes',
        visit,
        port: entry.port,
        output: entry.output,
        note: entry.note ?? null,
      };
    case 'fail':
      return refused('step_cannot_begin', entry.error.message);
    case 'wait_timer': {
      if (step.status !== 'waiting_timer') return anew(step);
      const retimed = retimedFrom(walk, facts, step, 'wait', entry.timer);
      return retimed === undefined ? NO_MOMENT : { ...unchanged(visit), retimed };
    }
    case 'wait_signal':
      return step.status === 'waiting_signal' && !waitsForChild(step)
        ? stayForSignal(walk, facts, step, entry)
        : anew(step);
    case 'approval':
      return walk.draft.approvals.has(visitKey(step))
        ? stayForApproval(walk, facts, step, entry)
        : anew(step);
    case 'work':
      // What it sent, or the run that it waits for, stays as it is.
      return step.lane === null ? anew(step) : unchanged(visit);
    default:
      return anew(step);
  }
}

export function unchanged(visit: Visit): Extract<RunMove, { how: 'stays' }> {
  return { how: 'stays', visit, retimed: null, subscription: null, request: null };
}

const NO_MOMENT = refused(
  'wait_has_no_moment',
  'By the new rule there is no moment left that this run could wait for.',
);

function anew(step: StepState): RunMove {
  return { how: 'begins', visit: visitOf(step), to: step.stepId, retimed: null };
}

/** Null: the rule is the same, or somebody else has been given time since. Undefined: no moment. */
function retimedFrom(
  walk: Walk,
  facts: MigrationFacts,
  step: StepState,
  purpose: 'wait' | 'deadline',
  request: TimerRequest,
): Retimed | null | undefined {
  const timer = timerOf(facts, step, purpose);
  if (timer === undefined || step.deadlinesPassed > 0 || sameRequest(timer, request)) return null;
  return retime(timer, request, walk.env) ?? undefined;
}

function stayForSignal(
  walk: Walk,
  facts: MigrationFacts,
  step: StepState,
  { signal, correlationKey, deadline }: Extract<Entry, { kind: 'wait_signal' }>,
): RunMove | Refused {
  if (correlationKey.trim() === '') {
    return refused('step_cannot_begin', 'What to match the signal by turned out empty.');
  }
  const retimed = retimedFrom(walk, facts, step, 'deadline', deadline);
  if (retimed === undefined) return NO_MOMENT;
  const known = facts.subscriptions.get(visitKey(step));
  const same = known?.signal === signal && known.correlationKey === correlationKey;
  const subscription = same ? null : { signal, correlationKey };
  return { ...unchanged(visitOf(step)), retimed, subscription };
}

function stayForApproval(
  walk: Walk,
  facts: MigrationFacts,
  step: StepState,
  entry: Extract<Entry, { kind: 'approval' }>,
): RunMove | Refused {
  const key = visitKey(step);
  const row = facts.approvals.get(key);
  const open = walk.draft.approvals.get(key);
  const escalated = step.deadlinesPassed > 0;
  const sameQuestion =
    open?.digest === digestText(entry.content) &&
    row?.channel === entry.channel &&
    row.target === entry.target &&
    (escalated || sameNames(row.assignees, entry.assignees));
  if (!sameQuestion || row === undefined) return anew(step);
  const retimed = retimedFrom(walk, facts, step, 'deadline', entry.deadline);
  if (retimed === undefined) return NO_MOMENT;
  const then = thenText(entry.deadline.then);
  const deadlineAt = retimed?.dueAt ?? timerOf(facts, step, 'deadline')?.dueAt;
  const another = !escalated && deadlineAt !== undefined && then !== row.then;
  const request = another ? { assignees: row.assignees, deadlineAt, then } : null;
  return { ...unchanged(visitOf(step)), retimed, request };
}

export function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, index) => name === b[index]);
}
