'use client';

import type { ReactNode } from 'react';
import type { DocumentStep } from '#server/engine/document.ts';
import { ApprovalPreview } from './preview/approval-preview.tsx';
import { SamplePicker } from './preview/sample-picker.tsx';
import { WorkPreview } from './preview/work-preview.tsx';
import { WaitPreview } from './wait/wait-preview.tsx';

/** What the step will do, where that can be seen beforehand; emails show theirs where they are written. */
export function StepPreview({ step }: { step: DocumentStep }) {
  switch (step.kind) {
    case 'wait_until':
    case 'wait_for':
      return <WaitPreview step={step} />;
    case 'approval':
      return (
        <Preview title="What they are asked">
          <ApprovalPreview step={step} />
        </Preview>
      );
    case 'slack_message':
      return (
        <Preview title="What is posted">
          <WorkPreview step={step} />
        </Preview>
      );
    case 'send_email':
      return null;
    default:
      return <ShownFor config={step.config} />;
  }
}

function Preview({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3 border-t border-line pt-4">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-section">{title}</h3>
        <SamplePicker />
      </div>
      {children}
    </section>
  );
}

/** Whom the lines under the texts are about, where there are any. */
function ShownFor({ config }: { config: DocumentStep['config'] }) {
  if (!/\{[{%]/.test(JSON.stringify(config))) return null;
  return (
    <div className="flex items-center justify-between gap-3 border-t border-line pt-3 text-caption text-ink-2">
      The lines under the texts are for
      <SamplePicker />
    </div>
  );
}
