import { OctagonX, TriangleAlert, X } from 'lucide-react';
import type { AutomationDetail } from '#server/api/views/automation-view.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { StepIcon } from '#components/graph/step-icon.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { previewWait } from '#server/steps/preview-wait.ts';
import { fieldLabel } from './field-words.ts';
import { NextTimes } from './next-times.tsx';
import { settingsOf } from './step-settings.ts';

/** One step in full: what it does in a sentence, and the settings that say so. */
export function StepPanel({
  document,
  stepId,
  heads,
  problems,
  now,
  onClose,
}: {
  document: AutomationDocument;
  stepId: string;
  heads: number;
  /** What to mend or think about here; none on a published version. */
  problems: AutomationDetail['problems'];
  now: Date;
  onClose: () => void;
}) {
  const step = document.steps.find((candidate) => candidate.id === stepId);
  if (step === undefined) return null;
  const definition = stepCatalogue.get(step.kind);
  const config = definition?.config.safeParse(step.config);
  const sentence = config?.success === true ? definition?.sentence(config.data) : undefined;
  const preview = previewWait(step, document.settings, now.getTime());
  return (
    <section
      aria-label={`Step ${step.name}`}
      className="flex flex-col gap-3 border-b border-line p-4"
    >
      <header className="flex items-start gap-3">
        <span className="flex size-8 shrink-0 items-center justify-center rounded-control bg-accent-soft text-accent-text">
          <StepIcon name={definition?.icon ?? 'circle-dashed'} className="size-4" />
        </span>
        <span className="flex min-w-0 grow flex-col">
          <h2 className="text-section">{step.name}</h2>
          <span className="text-caption text-ink-3">{definition?.title ?? step.kind}</span>
        </span>
        <IconButton label="Close" size="compact" onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </header>
      {sentence !== undefined && <p className="text-sentence text-ink">{sentence}</p>}
      {problems.map((problem) => {
        const error = problem.severity === 'error';
        const Icon = error ? OctagonX : TriangleAlert;
        return (
          <p
            key={`${problem.field} ${problem.code} ${problem.message}`}
            className={`flex items-start gap-2 text-body ${error ? 'text-fail' : 'text-held'}`}
          >
            <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
            {problem.field === null ? '' : `${fieldLabel(problem.field)}: `}
            {problem.message}
          </p>
        );
      })}
      <dl className="flex flex-col gap-1.5">
        {settingsOf(step.config).map(({ field, value }) => (
          <div key={field} className="grid grid-cols-[112px_1fr] gap-3">
            <dt className="text-caption leading-5 text-ink-3">{fieldLabel(field)}</dt>
            <dd className="max-h-40 min-w-0 overflow-y-auto text-body break-words whitespace-pre-wrap">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {preview !== null && (
        <NextTimes preview={preview} label="A wait that began now would end" now={now} />
      )}
      <p className="text-caption text-ink-2">
        {heads === 0
          ? 'No run stands here now.'
          : `${heads.toLocaleString('en-GB')} ${heads === 1 ? 'run stands' : 'runs stand'} here now.`}{' '}
        Step id <span className="font-mono">{step.id}</span>
      </p>
    </section>
  );
}
