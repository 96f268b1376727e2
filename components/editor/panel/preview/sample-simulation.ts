import type { AutomationDocument, DocumentStep } from '#server/engine/document.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { expectedFields } from '#server/simulate/expected-fields.ts';
import { simulatedWork } from '#server/simulate/simulated-work.ts';
import type { Simulation } from '#server/simulate/simulation.ts';
import { startSimulation } from '#server/simulate/start-simulation.ts';
import type { Sample } from './sample-store.ts';
import { stepsToPlay } from './steps-to-play.ts';

/**
 * A run as it would be when a step begins: its contact and payload are the sample's, and each step
 * before has put out what it did in the past run, else what it would with this sample. Only steps
 * that its settings refer to are worked out, directly or through others: a long automation must not
 * hold up the typing. Pure.
 */
export function sampleSimulation({
  document,
  stepId,
  sample,
  now,
}: {
  document: AutomationDocument;
  stepId: string;
  sample: Sample;
  /** Epoch milliseconds. */
  now: number;
}): Simulation {
  const { contact, payload } = sample;
  const started = startSimulation({ document, contact, payload, now });
  return stepsToPlay(document, stepId).reduce((simulation, step) => {
    const { id } = step;
    const output = sample.outputs.has(id) ? sample.outputs.get(id) : outputOf(simulation, step);
    return { ...simulation, outputs: new Map([...simulation.outputs, [id, { output }]]) };
  }, started);
}

function outputOf(simulation: Simulation, step: DocumentStep): unknown {
  const work = simulatedWork(simulation, { stepId: step.id, iteration: 1 });
  if (work.kind === 'leave' && work.output !== null) return work.output;
  const fields = stepCatalogue.get(step.kind)?.outputFields;
  // What comes from outside has the fields that later steps read.
  if (fields === null || fields === undefined) {
    return { ...replyOf(simulation, step), ...expectedFields(simulation, step.id) };
  }
  return Object.fromEntries(fields.map((name) => [name, SAMPLES[name] ?? `sample ${name}`]));
}

/** What people and the engine put out, where a plain word would mislead. */
const SAMPLES: Readonly<Record<string, string>> = {
  decision: 'approved',
  comment: '',
  decidedBy: 'sam@example.com',
  via: 'slack',
  status: 'completed',
};

function replyOf({ contact }: Simulation, { kind }: DocumentStep): Record<string, string> {
  if (kind !== 'wait_signal') return {};
  return {
    from: contact?.email ?? 'someone@example.com',
    subject: 'Re: your email',
    text: 'Thank you, that sounds good.',
  };
}
