'use client';

import { useState } from 'react';
import { useDocument, useEditor } from '#components/editor/editor-context.tsx';
import { SampleProvider } from './preview/sample-context.tsx';
import { StepPanel } from './step-panel.tsx';
import { TriggerPanel } from './trigger-panel.tsx';

/**
 * What is chosen, at the side; on phones a sheet from below, that a press makes as tall as the
 * screen. It saves by itself, so it has no Save button.
 */
export function EditorPanel() {
  return (
    <SampleProvider>
      <Chosen />
    </SampleProvider>
  );
}

function Chosen() {
  const { steps } = useDocument();
  const chosen = useEditor((state) => (state.selection.length === 1 ? state.selection[0] : null));
  const [tall, setTall] = useState(false);
  const step = steps.find((candidate) => candidate.id === chosen);
  if (step === undefined && chosen !== 'trigger') return null;
  return (
    <aside
      aria-label={step === undefined ? 'The trigger' : `Step ${step.name}`}
      data-tall={tall}
      className="flex w-panel shrink-0 flex-col border-l border-line bg-surface max-md:absolute max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:h-[62%] max-md:w-full max-md:rounded-t-dialog max-md:border-t max-md:border-l-0 max-md:shadow-float max-md:transition-[height] max-md:data-[tall=true]:h-full"
    >
      <button
        type="button"
        aria-label={tall ? 'Make the sheet smaller' : 'Make the sheet taller'}
        aria-expanded={tall}
        onClick={() => setTall(!tall)}
        className="flex h-6 shrink-0 items-center justify-center md:hidden"
      >
        <span aria-hidden className="h-1 w-10 rounded-full bg-edge" />
      </button>
      <div className="min-h-0 grow overflow-y-auto">
        {step === undefined ? <TriggerPanel /> : <StepPanel key={step.id} step={step} />}
      </div>
    </aside>
  );
}
