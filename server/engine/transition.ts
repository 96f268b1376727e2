import type { Lane, OpenStepStatus, ClosedRunStatus } from './state.ts';
import type { TimerPurpose, TimerRule } from './timer-rule.ts';

/**
 * The run's log. Each entry is a fact with ids and numbers, never personal data or payloads.
 * `evolve(state, transition)` is total over this union: those marked "informational" leave the
 * state as it was and exist for the timeline.
 */
export type TransitionBody =
  | { type: 'run.started'; data: { version: number; maxSteps: number; trigger: string } }
  | {
      type: 'step.entered';
      data: {
        /** What the visit begins as; `done` for steps that are walked through at once. */
        status: OpenStepStatus | 'done';
        lane: Lane | null;
        scope: string | null;
        kind: string;
        /** The step and port whose edge led here; null from the trigger. */
        from: { stepId: string; port: string } | null;
      };
    }
  | { type: 'step.started'; data: { attempt: number; token: number } }
  | { type: 'step.completed'; data: { port: string | null; effectKey?: string; note?: string } }
  /** `port` is set where the document routes the failure. */
  | {
      type: 'step.failed';
      data: { code: string; message: string; attempts: number; port?: string };
    }
  | {
      type: 'step.retry_scheduled';
      data: {
        attempt: number;
        /** Most attempts that the lane allows; null where only the provider's word counts. */
        of: number | null;
        code: string;
        message: string;
        timerId: string;
        dueAt: string;
        /** Whether the provider named the time. */
        retryAfter: boolean;
        /** False when this put-off was not the step's own failing (a live effect elsewhere). */
        countsAsAttempt: boolean;
      };
    }
  | { type: 'step.parked'; data: { code: string; message: string; connectionId?: string } }
  | { type: 'step.needs_review'; data: { effectKey: string; message: string } }
  | { type: 'step.resumed'; data: { cause: ResumeCause; wake: number } }
  | { type: 'step.waiting'; data: { status: 'waiting_approval' | 'waiting_signal' } }
  | { type: 'step.lost'; data: { attempt: number; owner: string; wake: number } }
  | {
      type: 'step.released';
      data: {
        attempt: number;
        owner: string;
        wake: number;
        /** False: the attempt is given back with the step. Left out in logs from before. */
        countsAsAttempt?: boolean;
      };
    }
  | { type: 'step.cancelled'; data: { cause: CancelCause } }
  /** Informational: a fenced-off worker reported late and nothing was changed. */
  | { type: 'step.result_refused'; data: { token: number; currentToken: number; owner: string } }
  | {
      type: 'timer.set';
      data: {
        timerId: string;
        purpose: TimerPurpose;
        rule: TimerRule;
        zone: string;
        spreadSeconds: number;
        dueAt: string;
        tzdb: string;
        /** How the rule met a clock change at that instant. */
        shift: 'gap' | 'overlap' | null;
      };
    }
  | {
      type: 'timer.fired';
      data: { timerId: string; purpose: TimerPurpose; lateMs: number; skipped: boolean };
    }
  | { type: 'timer.cancelled'; data: { timerId: string; purpose: TimerPurpose } }
  | {
      type: 'timer.recomputed';
      data: {
        timerId: string;
        zone: string;
        dueAt: string;
        was: string;
        cause: 'zone' | 'rule' | 'tzdb';
        /** The rule that it follows from now on, where that is another. */
        rule?: TimerRule;
        spreadSeconds?: number;
      };
    }
  /** Informational: the step started another run. */
  | { type: 'child.started'; data: { childRunId: string } }
  | { type: 'signal.awaited'; data: { subscriptionId: string; signal: string } }
  | {
      type: 'signal.received';
      data: { subscriptionId: string; signalId: string; signal: string; early: boolean };
    }
  | {
      type: 'approval.requested';
      data: {
        approvalId: string;
        digest: string;
        channel: 'slack' | 'inbox';
        deadlineAt: string;
        then: string;
      };
    }
  | { type: 'approval.posted'; data: { approvalId: string; effectKey: string } }
  /** Informational: the channel took no message for good; the request stands in the inbox. */
  | { type: 'approval.post_failed'; data: { approvalId: string; code: string; message: string } }
  | {
      type: 'approval.decided';
      data: {
        approvalId: string;
        decision: 'approved' | 'rejected';
        via: 'slack' | 'inbox' | 'api';
      };
    }
  | { type: 'approval.expired'; data: { approvalId: string } }
  | {
      type: 'approval.escalated';
      data: { approvalId: string; digest: string; deadlineAt: string; then: string };
    }
  /** Informational: someone decided too late, without permission, or on other content. */
  | {
      type: 'approval.refused';
      data: { approvalId: string; reason: ApprovalRefusal; via: 'slack' | 'inbox' | 'api' };
    }
  /** Informational, as all of `effect.*`: the step's own transitions carry the consequences. */
  | {
      type: 'effect.started';
      data: {
        key: string;
        attempt: number;
        digest: string;
        /** The connection pointed elsewhere at the attempt before, which is known to have failed. */
        moved?: boolean;
      };
    }
  | {
      type: 'effect.settled';
      data: { key: string; attempt: number; how: 'performed' | 'reconciled' | 'reviewed' };
    }
  | { type: 'effect.failed'; data: { key: string; attempt: number; code: string; message: string } }
  | { type: 'effect.outcome_unknown'; data: { key: string; attempt: number; message: string } }
  | {
      type: 'effect.reviewed';
      data: { key: string; outcome: 'happened' | 'did_not_happen' | 'stopped' };
    }
  | {
      type: 'scope.opened';
      data: { scope: string; parent: string | null; join: string | null; arms: number };
    }
  | { type: 'scope.arrived'; data: { scope: string } }
  | { type: 'scope.closed'; data: { scope: string; arrived: number } }
  | { type: 'token.ended'; data: { port: string | null; outcome: string | null } }
  /** Informational: a trigger or signal came again and changed nothing. */
  | { type: 'run.duplicate'; data: { receiptId: string } }
  /** The run goes on with another version; one move for each visit that was open. */
  | {
      type: 'run.migrated';
      data: {
        migrationId: string | null;
        from: number;
        to: number;
        moves: MoveFact[];
        /** Open scopes, with the join that closes each in the new version. */
        scopes: { scope: string; join: string | null }[];
      };
    }
  /** Informational: what it would do next waits until its automation is resumed. */
  | { type: 'run.held'; data: Record<string, never> }
  /** Informational: it goes on; what was due does so `laterMs` from now, deadlines `heldMs` later. */
  | { type: 'run.unheld'; data: { heldMs: number; laterMs: number } }
  /** `reason` is in logs from before: by now the run's row keeps it, where it can be erased. */
  | { type: 'run.cancel_requested'; data: { reason?: string | null } }
  | { type: 'run.budget_reached'; data: { budget: 'steps' | 'age'; limit: number } }
  | { type: 'run.finished'; data: { status: ClosedRunStatus; outcome: string | null } };

/** What became of a visit that was open: `to` is where its token went on. */
export interface MoveFact {
  stepId: string;
  iteration: number;
  how: 'stays' | 'changes' | 'begins' | 'passes';
  to: string;
}

export type CancelCause = 'run_cancelled' | 'scope_closed' | 'run_ended' | 'migrated';

export type ResumeCause =
  | 'retry'
  | 'reconnected'
  | 'reviewed'
  | 'replayed'
  | 'escalated'
  | 'effect_settled';
export type ApprovalRefusal =
  | 'already_decided'
  | 'expired'
  | 'cancelled'
  | 'superseded'
  | 'not_permitted'
  | 'bad_token';

export type TransitionType = TransitionBody['type'];

export type Transition = TransitionBody & {
  readonly seq: number;
  /** The visit it is about; null for the run as a whole. */
  readonly stepId: string | null;
  readonly iteration: number | null;
  readonly attempt: number | null;
  /** `engine`, `trigger`, `api`, `worker:<id>`, `sweep`, `user:<id>`. */
  readonly actor: string;
};

/** The transitions that change state, by name; the rest are informational. */
export type TransitionOf<T extends TransitionType> = Extract<Transition, { type: T }>;
