import type { Visit } from '#server/engine/state.ts';

/** One thing that the person who tries an automation lets happen. Plain data: it can be replayed. */
export type Choice =
  /** The step's work goes well. Without `output`, the sample that was offered is taken. */
  | { kind: 'succeed'; visit: Visit; output?: unknown }
  /** Nothing is sent: the contact may not be written to. */
  | { kind: 'skip_send'; visit: Visit }
  /** The outside service fails: this once (the step will try again), or for good. */
  | { kind: 'fail'; visit: Visit; forGood: boolean }
  /** The step cannot be done as it is written: it fails with the reason that was shown. */
  | { kind: 'fail_as_shown'; visit: Visit }
  /** The clock goes on to the timer: the end of a wait, the next attempt, a deadline. */
  | { kind: 'let_time_pass'; timerId: string }
  /** The clock goes on until the run is as old as it may get. */
  | { kind: 'get_too_old' }
  /** A person skips the wait: the clock stays. */
  | { kind: 'skip_wait'; timerId: string }
  | { kind: 'answer'; visit: Visit; payload: Readonly<Record<string, unknown>> }
  | { kind: 'decide'; visit: Visit; decision: 'approved' | 'rejected' }
  /** The other automation's run ends. */
  | { kind: 'child_ends'; visit: Visit; status: 'done' | 'failed' }
  | { kind: 'cancel' };

/** A choice as it is offered: with its words, and the sample that goes with it. */
export interface OfferedChoice {
  /** Stable while the simulation stands where it is; a key for lists. */
  readonly id: string;
  readonly choice: Choice;
  /** "Maya replies", "Sam approves", "Wait until Mon 26 Oct 09:00" */
  readonly label: string;
  /** What follows, where that is not plain: "The step tries again at 09:05." */
  readonly detail: string | null;
  /** Null for what concerns the run as a whole. */
  readonly stepId: string | null;
  readonly tone: 'good' | 'bad' | 'time' | 'neutral';
  /** The sample output or payload, which may be edited before choosing; undefined without one. */
  readonly sample?: unknown;
}

/** How `autoplay` chooses by itself. */
export type Policy =
  /** Work succeeds, people approve and answer, waits pass. */
  | 'happy'
  /** Nobody answers or approves: every deadline passes. Work succeeds. */
  | 'silent'
  /** People reject, services fail for good. */
  | 'unlucky';
