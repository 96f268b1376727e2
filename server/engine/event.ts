import type { Plan } from './plan.ts';
import type { RunMove } from './run-move.ts';
import type { Visit } from './state.ts';
import type { TimerPurpose, TimerRule } from './timer-rule.ts';
import type { ResumeCause } from './transition.ts';

/** A failure as it may be shown: a stable code and a sentence without personal data. */
export interface StepError {
  readonly code: string;
  readonly message: string;
}

/** An open timer as its row says it; instants in epoch milliseconds. */
export interface OpenTimer {
  readonly timerId: string;
  readonly rule: TimerRule;
  readonly zone: string;
  readonly spreadSeconds: number;
  readonly dueAt: number;
}

/**
 * What can happen to a run. Every event is safe to apply twice: the second time `advance` returns
 * the same state, no commands, and says why in `refused`.
 */
export type RunEvent =
  | { kind: 'run_started'; version: number; trigger: string }
  /** A worker claimed the ready step: its next attempt begins. */
  | { kind: 'step_claimed'; visit: Visit; token: number }
  /** A worker finished the step's work. `token` is the fence that the store has checked. */
  | { kind: 'step_completed'; visit: Visit; port: string; output: unknown; effectKey?: string }
  /** The step's work is done and it now waits for the approval that it opened on entry. */
  | {
      kind: 'approval_posted';
      visit: Visit;
      approvalId: string;
      effectKey: string;
      /** Deadlines that had passed when the message was written: whom it asks. */
      deadlinesPassed?: number;
    }
  | {
      kind: 'step_errored';
      visit: Visit;
      error: StepError;
      retryable: boolean;
      retryAfterSeconds?: number;
    }
  /** Another attempt's effect is alive until then: come back, at no cost in attempts. */
  | { kind: 'step_put_off'; visit: Visit; until: number; error: StepError }
  | { kind: 'step_parked'; visit: Visit; error: StepError; connectionId?: string }
  | { kind: 'step_uncertain'; visit: Visit; effectKey: string; message: string }
  | { kind: 'step_resumed'; visit: Visit; cause: ResumeCause }
  | { kind: 'attempt_lost'; visit: Visit; owner: string }
  /** Its worker hands the step back: this attempt does not count. */
  | { kind: 'attempt_released'; visit: Visit; owner: string }
  | {
      kind: 'timer_fired';
      timerId: string;
      purpose: TimerPurpose;
      visit: Visit | null;
      dueAt: number;
      skipped: boolean;
    }
  /**
   * The contact's zone, or the tz database, is not what these were computed with. `timers` are read
   * under the run's lock: with them as they then are, a second time moves nothing.
   */
  | { kind: 'timers_recomputed'; cause: 'zone' | 'tzdb'; timers: readonly OpenTimer[] }
  | {
      kind: 'signal_received';
      visit: Visit;
      subscriptionId: string;
      signalId: string;
      signal: string;
      payload: unknown;
      early: boolean;
    }
  | {
      kind: 'approval_decided';
      visit: Visit;
      approvalId: string;
      decision: 'approved' | 'rejected';
      via: 'slack' | 'inbox' | 'api';
      comment: string | null;
    }
  /** The step started another run and waits for its end, for so long (ISO 8601) at most. */
  | { kind: 'child_started'; visit: Visit; childRunId: string; patience: string }
  /** The run goes on with another version, whose plan this is; `planMigration` makes the event. */
  | {
      kind: 'run_migrated';
      migrationId: string | null;
      from: number;
      to: number;
      plan: Plan;
      moves: readonly RunMove[];
      scopes: readonly { scope: string; join: string | null }[];
    }
  /** The run is as old as its row allows. */
  | { kind: 'age_reached' }
  | { kind: 'cancel_requested'; reason: string | null }
  /** A person gave up on an uncertain effect: the run stops here. */
  | {
      kind: 'stop_requested';
      visit: Visit | null;
      /** A code without personal data: it becomes the run's outcome. */
      reason: string;
      /** Run the compensating steps of what was completed before the run ends. */
      undo?: boolean;
      /** What whoever asked wrote about it, in their own words: kept with the run, never in its log. */
      note?: string | null;
    };
