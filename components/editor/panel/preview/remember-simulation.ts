import type { AutomationDocument } from '#server/engine/document.ts';
import type { Simulation } from '#server/simulate/simulation.ts';
import { sampleSimulation } from './sample-simulation.ts';
import type { Sample } from './sample-store.ts';

const known = new WeakMap<AutomationDocument, WeakMap<Sample, Map<string, Simulation>>>();

/** `sampleSimulation`, worked out once for all the previews of a step; `now` in epoch milliseconds. */
export function rememberSimulation(
  document: AutomationDocument,
  sample: Sample,
  stepId: string,
  now: number,
): Simulation {
  const ofDocument = known.get(document) ?? new WeakMap<Sample, Map<string, Simulation>>();
  known.set(document, ofDocument);
  const ofSample = ofDocument.get(sample) ?? new Map<string, Simulation>();
  ofDocument.set(sample, ofSample);
  const key = `${now} ${stepId}`;
  const simulation = ofSample.get(key) ?? sampleSimulation({ document, stepId, sample, now });
  ofSample.set(key, simulation);
  return simulation;
}
