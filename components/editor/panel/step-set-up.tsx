'use client';

import { GitCommitVertical } from 'lucide-react';
import { useFacts, useProblems } from '#components/editor/editor-context.tsx';
import type { DocumentStep } from '#server/engine/document.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { stepForms } from '#server/steps/forms.ts';
import { StepForm } from './step-form.tsx';
import { StepPreview } from './step-preview.tsx';
import { WaitSentence } from './wait/wait-sentence.tsx';
import { WaysOn } from './ways-on.tsx';

/** One step: its sentence, its settings, what it will do, where it leads, whom it touches. */
export function StepSetUp({ step }: { step: DocumentStep }) {
  const { mayEdit } = useFacts();
  const form = stepForms.get(step.kind);
  return (
    <>
      <div className="flex grow flex-col gap-4 p-4">
        <Sentence step={step} />
        <WholeStepProblems stepId={step.id} />
        {form === undefined ? (
          <p className="text-body text-ink-2">
            This kind of step is not known here. It can be moved, turned off or deleted.
          </p>
        ) : (
          <fieldset disabled={!mayEdit} className="min-w-0">
            <StepForm step={step} form={form} />
          </fieldset>
        )}
        <StepPreview step={step} />
        <WaysOn step={step} />
      </div>
      <WhoStandsHere stepId={step.id} />
    </>
  );
}

function Sentence({ step }: { step: DocumentStep }) {
  if (step.kind === 'wait_until' || step.kind === 'wait_for') return <WaitSentence step={step} />;
  const definition = stepCatalogue.get(step.kind);
  const config = definition?.config.safeParse(step.config);
  const sentence =
    config?.success === true ? definition?.sentence(config.data) : stepForms.get(step.kind)?.intro;
  return sentence === undefined ? null : (
    <p className="text-sentence break-words text-ink">{sentence}</p>
  );
}

/** Problems of the step that belong to no field of it. */
function WholeStepProblems({ stepId }: { stepId: string }) {
  const problems = useProblems().filter(
    (problem) => problem.stepId === stepId && problem.field === null,
  );
  return problems.map((problem) => (
    <p
      key={problem.code + problem.message}
      className={`text-body ${problem.severity === 'error' ? 'text-fail' : 'text-held'}`}
    >
      {problem.message}
    </p>
  ));
}

/** What publishing means for those who stand here now. */
function WhoStandsHere({ stepId }: { stepId: string }) {
  const { detail } = useFacts();
  const heads = detail.headCounts[stepId] ?? 0;
  if (heads === 0) return null;
  return (
    <p className="flex items-start gap-3 border-t border-line bg-ground px-4 py-3 text-caption text-ink-2">
      <GitCommitVertical aria-hidden className="size-4 shrink-0 text-ink-3" />
      <span>
        The{' '}
        <strong className="text-ink">
          {heads === 1 ? 'one run' : `${heads.toLocaleString('en-GB')} runs`}
        </strong>{' '}
        standing here {heads === 1 ? 'keeps' : 'keep'} the rule of the version they started on when
        you publish.
      </span>
    </p>
  );
}
