import type { TimerRequest } from './definition.ts';
import type { Visit } from './state.ts';
import type { TimerPurpose } from './timer-rule.ts';

/** A timer's new rule, and the instant that follows from it, epoch milliseconds. */
export interface Retimed extends TimerRequest {
  readonly purpose: TimerPurpose;
  readonly dueAt: number;
  /** When it was due before. */
  readonly was: number;
}

/**
 * What becomes of one open visit when its run goes on with another version. Decided before, by
 * `planMigration`; `migrateRun` only carries it out.
 */
export type RunMove =
  /** It stays open, as the visit that it is; what it waits for may change. */
  | {
      readonly how: 'stays';
      readonly visit: Visit;
      readonly retimed: Retimed | null;
      readonly subscription: { readonly signal: string; readonly correlationKey: string } | null;
      /** Of an open approval: what its deadline does now, where that changed. */
      readonly request: {
        readonly assignees: readonly string[];
        readonly deadlineAt: number;
        readonly then: string;
      } | null;
    }
  /** It is closed, and its token begins the step `to`: a further visit, if it was there before. */
  | {
      readonly how: 'begins';
      readonly visit: Visit;
      readonly to: string;
      /** Of the wait that begins: counted from when the old one began. */
      readonly retimed: Retimed | null;
    }
  /** The new version walks past the step: it leaves by the port. */
  | {
      readonly how: 'passes';
      readonly visit: Visit;
      readonly port: string;
      readonly output: unknown;
      readonly note: string | null;
    };

/** Whether anything about the visit is another than before. */
export function isUntouched(move: RunMove): boolean {
  return (
    move.how === 'stays' &&
    move.retimed === null &&
    move.subscription === null &&
    move.request === null
  );
}
