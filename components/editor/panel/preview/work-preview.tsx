'use client';

import { MessageCard } from '#components/editor/simulate/message-card.tsx';
import type { DocumentStep } from '#server/engine/document.ts';
import { stepForms } from '#server/steps/forms.ts';
import { simulatedWork } from '#server/simulate/simulated-work.ts';
import { PreviewFault } from './liquid-preview.tsx';
import { useSample, useSampleSimulation } from './sample-context.tsx';
import { SlackPreview } from './slack-preview.tsx';

/** What a worker would send or change for the sample; the sentence it would fail with otherwise. */
export function WorkPreview({ step }: { step: DocumentStep }) {
  const { sample } = useSample();
  const simulation = useSampleSimulation(step.id);
  if (simulation.plan.steps.get(step.id)?.config === undefined) {
    return <p className="text-body text-ink-3">It shows here once the settings are complete.</p>;
  }
  const work = simulatedWork(simulation, { stepId: step.id, iteration: 1 });
  switch (work.kind) {
    case 'fail':
      return <PreviewFault message={withLabel(step.kind, work.error.message)} name={sample.name} />;
    case 'skip':
      return <MessageCard message={{ kind: 'skipped', reason: work.reason }} />;
    case 'child':
      return (
        <MessageCard message={{ kind: 'run', automation: work.automation, input: work.input }} />
      );
    case 'leave':
      if (work.message === null) return <p className="text-body text-ink-2">It sends nothing.</p>;
      return work.message.kind === 'slack' ? (
        <SlackPreview to={work.message.to} text={work.message.text} />
      ) : (
        <MessageCard message={work.message} />
      );
  }
}

/** Errors name a field by its key; its author knows it by its label. */
function withLabel(kind: string, message: string): string {
  return message.replace(/^In “(\w+)”: /, (whole, name: string) => {
    const field = stepForms.get(kind)?.fields.find((candidate) => candidate.name === name);
    return field === undefined ? whole : `In “${field.label}”: `;
  });
}
