'use client';

import { useEditor, useDocument } from '#components/editor/editor-context.tsx';
import { StepSetUp } from './step-set-up.tsx';
import { TriggerPanel } from './trigger-panel.tsx';

/** What is chosen, at the side. It saves by itself, so it has no Save button. */
export function EditorPanel() {
  const { steps } = useDocument();
  const chosen = useEditor((state) => (state.selection.length === 1 ? state.selection[0] : null));
  const step = steps.find((candidate) => candidate.id === chosen);
  if (step === undefined && chosen !== 'trigger') return null;
  return (
    <aside
      aria-label={step === undefined ? 'The trigger' : `Step ${step.name}`}
      className="w-panel shrink-0 overflow-y-auto border-l border-line bg-surface max-md:absolute max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:max-h-[75%] max-md:w-full max-md:rounded-t-dialog max-md:border-t max-md:border-l-0 max-md:shadow-float"
    >
      {step === undefined ? <TriggerPanel /> : <StepSetUp key={step.id} step={step} />}
    </aside>
  );
}
