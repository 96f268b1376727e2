import type { Lane, Visit } from './state.ts';
import type { TimerPurpose, TimerRule } from './timer-rule.ts';

/**
 * What the shell must write, in the transaction that writes the state and the transitions.
 * Step and run rows follow from the state itself; commands cover everything beside it.
 */
export type Command =
  /** The step became ready: announce it to its lane. `wake` makes the wake-up's id new each time. */
  | { kind: 'announce_step'; visit: Visit; lane: Lane; wake: number }
  /** The instant, in epoch milliseconds, at which the run is too old; replaces an earlier one. */
  | { kind: 'limit_age'; until: number }
  | {
      kind: 'set_timer';
      timerId: string;
      visit: Visit | null;
      purpose: TimerPurpose;
      rule: TimerRule;
      zone: string;
      spreadSeconds: number;
      /** Epoch milliseconds. */
      dueAt: number;
      tzdb: string;
    }
  /** Mark fired; the store asserts that it was unfired. */
  | { kind: 'fire_timer'; timerId: string }
  /** Another instant for an open timer; its rule stays, unless another is given. */
  | {
      kind: 'move_timer';
      timerId: string;
      zone: string;
      dueAt: number;
      tzdb: string;
      rule?: TimerRule;
      spreadSeconds?: number;
    }
  /** Cancel every unfired timer of the visit (of the whole run when null). */
  | { kind: 'cancel_timers'; visit: Visit | null; purpose?: TimerPurpose }
  | {
      kind: 'subscribe';
      subscriptionId: string;
      visit: Visit;
      signal: string;
      correlationKey: string;
    }
  | { kind: 'unsubscribe'; visit: Visit }
  | { kind: 'consume_signal'; signalId: string; subscriptionId: string }
  | {
      kind: 'open_approval';
      approvalId: string;
      visit: Visit;
      content: string;
      digest: string;
      assignees: readonly string[];
      channel: 'slack' | 'inbox';
      target: string | null;
      deadlineAt: number;
      then: string;
    }
  | {
      kind: 'escalate_approval';
      approvalId: string;
      visit: Visit;
      assignees: readonly string[];
      deadlineAt: number;
      then: string;
    }
  | {
      kind: 'close_approval';
      visit: Visit;
      status: 'decided' | 'expired' | 'cancelled' | 'superseded';
      decision: 'approved' | 'rejected' | null;
      comment: string | null;
    }
  /** Keep what a step produced; payloads never travel in transitions. */
  | { kind: 'save_output'; visit: Visit; output: unknown }
  | { kind: 'save_error'; visit: Visit; error: { code: string; message: string } }
  | {
      kind: 'save_reason';
      visit: Visit;
      reason: { code: string; message: string; connectionId?: string; effectKey?: string } | null;
    }
  /** Effects that were begun and may have happened must be looked at before anything is said. */
  | { kind: 'abandon_effects'; visit: Visit };

export type CommandKind = Command['kind'];
