'use client';

import { createContext, type ReactNode, useContext, useDeferredValue, useState } from 'react';
import { useStore } from 'zustand';
import { useDocument, useFacts } from '#components/editor/editor-context.tsx';
import type { Simulation } from '#server/simulate/simulation.ts';
import { madeUpSample } from './made-up-sample.ts';
import { rememberSimulation } from './remember-simulation.ts';
import { createSampleStore, type SampleState, type SampleStore } from './sample-store.ts';

const SampleContext = createContext<SampleStore | null>(null);

/** Keeps the choice of a sample for as long as the editor is open. */
export function SampleProvider({ children }: { children: ReactNode }) {
  const { trigger } = useDocument();
  const { detail } = useFacts();
  const [store] = useState(() => createSampleStore(madeUpSample(trigger, detail.samplePayload)));
  return <SampleContext value={store}>{children}</SampleContext>;
}

export function useSample(): SampleState {
  const store = useContext(SampleContext);
  if (store === null) throw new Error('A preview needs the sample around it');
  return useStore(store);
}

/** The run as it would be when the step begins, for the chosen sample; a moment behind fast typing. */
export function useSampleSimulation(stepId: string): Simulation {
  const document = useDeferredValue(useDocument());
  const { now } = useFacts();
  const { sample } = useSample();
  return rememberSimulation(document, sample, stepId, now.getTime());
}
