import type { StatusTone, StatusWord } from '#components/ui/status-vocabulary.ts';

/** Where a run stands in relation to a part of the graph; `plain` where there is no run. */
export type PathState = 'plain' | 'taken' | 'current' | 'next' | 'untaken';

export interface NodeMark {
  readonly path: PathState;
  /** In a run the sentence gives way to the fact: "3 attempts · 2 h 34 m". */
  readonly fact?: string;
  readonly status?: StatusWord;
  /** Below an end that comes if nothing happens: when. */
  readonly note?: string;
}

export interface GraphMarks {
  readonly nodes: ReadonlyMap<string, NodeMark>;
  readonly edges: ReadonlyMap<string, Exclude<PathState, 'plain' | 'current'>>;
  /** The colour of what comes if nothing happens. */
  readonly nextTone: StatusTone;
}

/** What a card shows beside its name when the graph is not of one run. */
export interface CardExtras {
  readonly tag?: 'New' | 'Changed' | 'Removed';
  readonly heads?: { readonly count: number; readonly status: StatusWord };
  /** What to do about a problem: takes the sentence's place. */
  readonly problem?: string;
}

export const TONE_TEXT: Readonly<Record<StatusTone, string>> = {
  accent: 'text-accent-text',
  wait: 'text-wait',
  held: 'text-held',
  review: 'text-review',
  fail: 'text-fail',
  done: 'text-done',
  quiet: 'text-ink-3',
};

export const TONE_BORDER: Readonly<Record<StatusTone, string>> = {
  accent: 'border-accent',
  wait: 'border-wait',
  held: 'border-held',
  review: 'border-review',
  fail: 'border-fail',
  done: 'border-done',
  quiet: 'border-ink-3',
};

export const TONE_HALO: Readonly<Record<StatusTone, string>> = {
  accent: 'ring-accent-soft',
  wait: 'ring-wait-soft',
  held: 'ring-held-soft',
  review: 'ring-review-soft',
  fail: 'ring-fail-soft',
  done: 'ring-done-soft',
  quiet: 'ring-sunken',
};

export const TONE_COLOR: Readonly<Record<StatusTone, string>> = {
  accent: 'var(--color-accent)',
  wait: 'var(--color-wait)',
  held: 'var(--color-held)',
  review: 'var(--color-review)',
  fail: 'var(--color-fail)',
  done: 'var(--color-done)',
  quiet: 'var(--color-ink-3)',
};
