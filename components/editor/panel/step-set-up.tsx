'use client';

import { NextTimes } from '#components/automations/next-times.tsx';
import type { DocumentStep } from '#server/engine/document.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { stepForms } from '#server/steps/forms.ts';
import { previewWait } from '#server/steps/preview-wait.ts';
import { useDocument, useFacts, useProblems } from '#components/editor/editor-context.tsx';
import { StepForm } from './step-form.tsx';
import { StepHeader } from './step-header.tsx';
import { WaysOn } from './ways-on.tsx';

/** One step: its sentence, its settings, what it will do, where it leads, whom it touches. */
export function StepSetUp({ step }: { step: DocumentStep }) {
  const { settings } = useDocument();
  const { now, mayEdit } = useFacts();
  const form = stepForms.get(step.kind);
  const definition = stepCatalogue.get(step.kind);
  const config = definition?.config.safeParse(step.config);
  const sentence = config?.success === true ? definition?.sentence(config.data) : form?.intro;
  const preview = previewWait(step, settings, now.getTime());
  return (
    <div className="flex min-h-full flex-col gap-4 p-4">
      <StepHeader step={step} />
      {sentence !== undefined && <p className="text-sentence text-ink">{sentence}</p>}
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
      {preview !== null && (
        <NextTimes preview={preview} label="A wait that began now would end" now={now} />
      )}
      <WaysOn step={step} />
      <PeopleHere stepId={step.id} />
    </div>
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
function PeopleHere({ stepId }: { stepId: string }) {
  const { detail } = useFacts();
  const heads = detail.headCounts[stepId] ?? 0;
  if (heads === 0) return null;
  return (
    <p className="mt-auto border-t border-line pt-3 text-caption text-ink-2">
      <strong className="text-ink">
        {heads.toLocaleString('en-GB')} {heads === 1 ? 'run stands' : 'runs stand'}
      </strong>{' '}
      here now and keep the version they started on when you publish.
    </p>
  );
}
