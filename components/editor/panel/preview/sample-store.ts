import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SampleContact } from '#server/simulate/simulation.ts';

/** Whom the previews of an open editor are about. Chosen once, kept until the editor is closed. */
export interface Sample {
  readonly kind: 'made_up' | 'contact' | 'run';
  /** The contact's or run's id; empty for somebody made up. */
  readonly id: string;
  /** Whom it is about, for the reader. */
  readonly name: string;
  readonly contact: SampleContact | null;
  /** What the trigger received. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** What steps put out in a past run, by step id; steps that it did not come by are not in it. */
  readonly outputs: ReadonlyMap<string, unknown>;
}

export interface SampleState {
  readonly sample: Sample;
  readonly choose: (sample: Sample) => void;
}

export type SampleStore = StoreApi<SampleState>;

export function createSampleStore(first: Sample): SampleStore {
  return createStore<SampleState>()((set) => ({
    sample: first,
    choose: (sample) => set({ sample }),
  }));
}
