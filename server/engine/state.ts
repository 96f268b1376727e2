import type { TimerPurpose } from './timer-rule.ts';

/**
 * What a run is, structurally. Folding the run's transitions gives exactly this; payloads, leases
 * and timers' instants live in rows of their own and are no part of it.
 *
 *   step:  ready ⇄ running → done | failed | cancelled
 *            ↑        ├→ waiting_retry (a retry timer brings it back to ready)
 *            │        ├→ parked        (a person or a probe brings it back)
 *            │        ├→ needs_review  (a person says what happened)
 *            └────────┘  lost or released attempts
 *          waiting_timer | waiting_signal | waiting_approval → done | cancelled
 *
 *   run:   running ⇄ waiting_* | parked | needs_review → done | failed | stopped
 *          any unfinished → stopping → cancelled
 */

export type Lane = 'fast' | 'io' | 'slow' | 'human';

export const OPEN_STEP_STATUSES = [
  'ready',
  'running',
  'waiting_timer',
  'waiting_signal',
  'waiting_approval',
  'waiting_retry',
  'parked',
  'needs_review',
] as const;
export const CLOSED_STEP_STATUSES = ['done', 'failed', 'cancelled'] as const;

export type OpenStepStatus = (typeof OPEN_STEP_STATUSES)[number];
export type StepStatus = OpenStepStatus | (typeof CLOSED_STEP_STATUSES)[number];

export const OPEN_RUN_STATUSES = [
  'running',
  'waiting_timer',
  'waiting_signal',
  'waiting_approval',
  'waiting_retry',
  'parked',
  'needs_review',
  'stopping',
] as const;
export const CLOSED_RUN_STATUSES = ['done', 'failed', 'cancelled', 'stopped'] as const;

export type OpenRunStatus = (typeof OPEN_RUN_STATUSES)[number];
export type ClosedRunStatus = (typeof CLOSED_RUN_STATUSES)[number];
export type RunStatus = OpenRunStatus | ClosedRunStatus;

/** One visit of one step. A second visit in a loop is the next iteration; the first is 1. */
export interface Visit {
  readonly stepId: string;
  readonly iteration: number;
}

/** `step_id/iteration`, the key of a visit within its run. */
export type VisitKey = string;

export interface StepState extends Visit {
  readonly status: StepStatus;
  /** Null for steps that need no worker. */
  readonly lane: Lane | null;
  /** Attempts begun since the step was entered or last replayed; retry policy reads this one. */
  readonly attempt: number;
  /** Times the step became ready; part of wake-up ids, so that no wake-up swallows the next. */
  readonly wake: number;
  /** The port it left by, once done. */
  readonly port: string | null;
  /** The innermost parallel scope that its token belongs to. */
  readonly scope: string | null;
  /** Deadline timers of this visit that have fired; more than none on an open step: escalated. */
  readonly deadlinesPassed: number;
}

/** A timer that is neither fired nor cancelled. */
export interface TimerState {
  readonly purpose: TimerPurpose;
  /** Null for the run's own age budget. */
  readonly visit: Visit | null;
}

/** The open approval of a visit. */
export interface ApprovalState {
  readonly id: string;
  readonly digest: string;
}

/** A parallel's open scope. Its id is the visit key of the `parallel` that opened it. */
export interface ScopeState {
  readonly id: string;
  readonly parent: string | null;
  /** The join that closes it, or null where its arms never meet. */
  readonly join: string | null;
  readonly arms: number;
  /** Tokens that have reached the join. */
  readonly arrived: number;
  readonly closed: boolean;
}

export interface RunState {
  /** Of the automation: the one that it started on, or that it was migrated to since. */
  readonly version: number;
  readonly status: RunStatus;
  /** The label of the `end` step that the last token reached, or why the run stopped. */
  readonly outcome: string | null;
  /** Number of the last transition. */
  readonly seq: number;
  readonly stepsLeft: number;
  readonly cancelRequested: boolean;
  readonly steps: ReadonlyMap<VisitKey, StepState>;
  /** Every scope that was ever opened, closed ones too: a token that was let run still names it. */
  readonly scopes: ReadonlyMap<string, ScopeState>;
  /** Unfired, uncancelled timers by id: an event of any other timer is late or a repeat. */
  readonly timers: ReadonlyMap<string, TimerState>;
  /** Open approvals by visit. */
  readonly approvals: ReadonlyMap<VisitKey, ApprovalState>;
}

export function visitKey(visit: Visit): VisitKey {
  return `${visit.stepId}/${visit.iteration}`;
}

export function isOpenStep(status: StepStatus): status is OpenStepStatus {
  return (OPEN_STEP_STATUSES as readonly string[]).includes(status);
}

export function isOpenRun(status: RunStatus): status is OpenRunStatus {
  return (OPEN_RUN_STATUSES as readonly string[]).includes(status);
}
