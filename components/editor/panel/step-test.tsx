'use client';

import { FlaskConical, OctagonX, TriangleAlert } from 'lucide-react';
import { useEditorStore, useProblems } from '#components/editor/editor-context.tsx';
import { Button } from '#components/ui/button.tsx';
import type { DocumentStep } from '#server/engine/document.ts';
import { ApprovalPreview } from './preview/approval-preview.tsx';
import { BranchPreview } from './preview/branch-preview.tsx';
import { OutputPreview } from './preview/output-preview.tsx';
import { SamplePicker } from './preview/sample-picker.tsx';
import { WorkPreview } from './preview/work-preview.tsx';
import { WaitPreview } from './wait/wait-preview.tsx';

/** Just this step, played in the browser: what it would do for the sample. Nothing is sent. */
export function StepTest({ step }: { step: DocumentStep }) {
  const store = useEditorStore();
  const isWait = step.kind === 'wait_until' || step.kind === 'wait_for';
  return (
    <div className="flex flex-col gap-4 p-4">
      {!isWait && (
        <div className="flex items-center justify-between gap-3">
          <h3 className="text-section">What it would do for</h3>
          <SamplePicker />
        </div>
      )}
      <StepProblems stepId={step.id} />
      <Played step={step} />
      <OutputPreview step={step} />
      <p className="flex items-start gap-2 border-t border-line pt-3 text-caption text-ink-3">
        <FlaskConical aria-hidden className="mt-px size-3.5 shrink-0" />
        In this browser only: nothing is sent, called or saved.
      </p>
      <Button className="self-start" onClick={() => store.getState().openOverlay('simulate')}>
        Try the whole automation
      </Button>
    </div>
  );
}

function Played({ step }: { step: DocumentStep }) {
  switch (step.kind) {
    case 'wait_until':
    case 'wait_for':
      return <WaitPreview step={step} />;
    case 'approval':
      return <ApprovalPreview step={step} />;
    case 'branch':
      return <BranchPreview step={step} />;
    case 'split':
      return <Says>Chance decides by each person’s own number, in the shares that you set.</Says>;
    case 'parallel':
      return <Says>All of its paths begin at the same time.</Says>;
    case 'join':
      return <Says>It waits for the paths that lead here, then goes on once.</Says>;
    case 'wait_signal':
      return <Says>It waits until the answer comes, or the deadline passes. See “Try it”.</Says>;
    case 'end':
      return <Says>The run ends here. Nothing is sent.</Says>;
    default:
      return <WorkPreview step={step} />;
  }
}

function Says({ children }: { children: string }) {
  return <p className="text-body text-ink-2">{children}</p>;
}

/** Everything about the step that wants mending; each leads to its field. */
function StepProblems({ stepId }: { stepId: string }) {
  const store = useEditorStore();
  const problems = useProblems().filter((problem) => problem.stepId === stepId);
  if (problems.length === 0) return null;
  return (
    <ul aria-label="Problems of this step" className="flex flex-col gap-1.5">
      {problems.map(({ severity, code, field, message }) => {
        const Icon = severity === 'error' ? OctagonX : TriangleAlert;
        return (
          <li key={`${code} ${field} ${message}`}>
            <button
              type="button"
              onClick={() => store.getState().select([stepId], field ?? '')}
              className="flex w-full items-start gap-2 rounded-control border border-line px-2.5 py-2 text-left text-body text-ink-2 hover:bg-ground"
            >
              <Icon
                aria-hidden
                className={`mt-0.5 size-4 shrink-0 ${severity === 'error' ? 'text-fail' : 'text-held'}`}
              />
              <span className="min-w-0 break-words">{message}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
