'use client';

import type { DocumentStep } from '#server/engine/document.ts';
import { simulatedWork } from '#server/simulate/simulated-work.ts';
import { useSample, useSampleSimulation } from './sample-context.tsx';

/** What later steps could read of this one: from the past run where it came by, else a sample. */
export function OutputPreview({ step }: { step: DocumentStep }) {
  const { sample } = useSample();
  const simulation = useSampleSimulation(step.id);
  const past = sample.outputs.get(step.id);
  const work = simulatedWork(simulation, { stepId: step.id, iteration: 1 });
  const output = past ?? (work.kind === 'leave' || work.kind === 'skip' ? work.output : null);
  if (typeof output !== 'object' || output === null) return null;
  const facts = Object.entries(output);
  if (facts.length === 0) return null;
  return (
    <section aria-label="What later steps can use" className="flex flex-col gap-2">
      <h3 className="text-caption font-medium text-ink-2">
        What later steps can use{past === undefined ? ', as a sample' : ', as it was in that run'}
      </h3>
      <dl className="flex flex-col gap-1 rounded-card border border-line px-3 py-2 text-body">
        {facts.map(([name, value]) => (
          <div key={name} className="grid grid-cols-[104px_1fr] gap-2">
            <dt className="text-caption leading-5 break-words text-ink-3">{name}</dt>
            <dd className="max-h-40 min-w-0 overflow-y-auto break-words whitespace-pre-wrap">
              {typeof value === 'string' ? value : JSON.stringify(value)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
