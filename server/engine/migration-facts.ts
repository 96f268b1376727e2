import type { OpenTimer } from './event.ts';
import type { Visit, VisitKey } from './state.ts';
import type { TimerPurpose } from './timer-rule.ts';

type EffectStatus =
  | 'claimed'
  | 'in_flight'
  | 'settled'
  | 'outcome_unknown'
  | 'needs_review'
  | 'abandoned';

/** What a migration has to know of a run's open visits beside its state; from their rows. */
export interface MigrationFacts {
  readonly visits: ReadonlyMap<
    VisitKey,
    {
      /** Epoch milliseconds. */
      readonly enteredAt: number;
      readonly effects: readonly EffectStatus[];
    }
  >;
  readonly timers: readonly (OpenTimer & {
    readonly purpose: TimerPurpose;
    readonly visit: Visit | null;
  })[];
  readonly subscriptions: ReadonlyMap<
    VisitKey,
    { readonly signal: string; readonly correlationKey: string }
  >;
  readonly approvals: ReadonlyMap<
    VisitKey,
    {
      readonly assignees: readonly string[];
      readonly channel: 'slack' | 'inbox';
      readonly target: string | null;
      readonly then: string;
    }
  >;
}
