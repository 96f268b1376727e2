'use client';

import { TriangleAlert } from 'lucide-react';
import { dataOf } from '#server/simulate/sample-data.ts';
import { renderTemplate } from '#server/templates/render.ts';
import { useSample, useSampleSimulation } from './sample-context.tsx';

/** What a text becomes for the chosen sample, or the sentence that the run would fail with. */
export function LiquidPreview({ text, stepId }: { text: string; stepId: string }) {
  const { sample } = useSample();
  const simulation = useSampleSimulation(stepId);
  const rendered = renderTemplate(text, dataOf(simulation));
  if (!rendered.ok) return <PreviewFault message={rendered.error.message} name={sample.name} />;
  return (
    <p
      aria-label={`For ${sample.name} it becomes`}
      className="flex max-h-40 gap-1.5 overflow-y-auto text-caption text-ink-2"
    >
      <span aria-hidden className="shrink-0 text-ink-3">
        →
      </span>
      <span className="min-w-0 break-words whitespace-pre-wrap">
        {rendered.text}
        {rendered.text.trim() === '' && <span className="text-ink-3">nothing</span>}
      </span>
    </p>
  );
}

/** Why it cannot be shown: with this sample, the step would fail. */
export function PreviewFault({ message, name }: { message: string; name: string }) {
  return (
    <p className="flex items-start gap-1.5 text-caption text-held">
      <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
      <span className="min-w-0 break-words">
        For {name}: {message}
      </span>
    </p>
  );
}
