import type { StatusWord } from '#components/ui/status-vocabulary.ts';
import type { EffectView, TimerView } from '#server/api/views/run-view.ts';

/** What the page's timeline consists of, in order. Made of transitions by `foldTimeline`. */
export type TimelineEntry =
  | HeadEntry
  | FactEntry
  | TimerEntry
  | EffectEntry
  | IdleEntry
  | { readonly kind: 'now'; readonly key: string; readonly at: Date }
  | NextEntry;

/** A step begins, or goes on after another one came between. */
export interface HeadEntry {
  readonly kind: 'head';
  readonly key: string;
  readonly at: Date;
  readonly stepId: string | null;
  readonly name: string;
  readonly status: StatusWord;
  /** "3 attempts", "Waiting for a person" */
  readonly chip: string | null;
  /** How long it took, or has taken so far. */
  readonly aside: string;
  /** The first entry of its day. */
  readonly newDay: boolean;
}

export interface FactEntry {
  readonly kind: 'fact';
  readonly key: string;
  readonly at: Date;
  readonly text: FactText;
  readonly who: string;
  readonly newDay: boolean;
}

/** A fact in words: what stands out, the rest of the sentence, and a machine word where it helps. */
export interface FactText {
  readonly strong?: string;
  readonly rest: string;
  readonly code?: { readonly shown: string; readonly whole: string; readonly copy: string };
  /** Where the rest of the sentence leads. */
  readonly href?: string;
  readonly tone?: 'plain' | 'setback' | 'refusal';
  /** Changed nothing: steps back. */
  readonly quiet?: boolean;
}

export interface TimerEntry {
  readonly kind: 'timer';
  readonly key: string;
  readonly at: Date;
  readonly timer: TimerView;
  /** It limits a question to a person, not a wait for a signal. */
  readonly asksPerson: boolean;
  /** It is still to fire: the step waits for it now. */
  readonly open: boolean;
  /** For deadlines: what happens then. */
  readonly consequence: string | null;
}

export interface EffectEntry {
  readonly kind: 'effect';
  readonly key: string;
  readonly at: Date;
  readonly effect: EffectView;
}

/** A stretch in which nothing happened, and why. */
export interface IdleEntry {
  readonly kind: 'idle';
  readonly key: string;
  readonly from: Date;
  readonly at: Date;
  readonly reason: string;
  readonly newDay: boolean;
}

/** What comes if nothing happens. */
export interface NextEntry {
  readonly kind: 'next';
  readonly key: string;
  readonly at: Date;
  readonly text: string;
}
