'use client';

import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { Segmented } from '#components/ui/segmented.tsx';
import type { DocumentStep } from '#server/engine/document.ts';
import type { NamedField, StepForm as Form } from '#server/steps/form.ts';
import { useEditor, useEditorStore, useProblems } from '#components/editor/editor-context.tsx';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { FormField } from './form-field.tsx';
import { WaitNote } from './wait/wait-note.tsx';
import type { FieldIssue } from './widget.ts';

/**
 * A step's settings, drawn from its kind's form. The form holds what is typed; the draft is the
 * truth: undo, paste and another tab's edit come back into the form by themselves.
 */
export function StepForm({ step, form }: { step: DocumentStep; form: Form }) {
  const store = useEditorStore();
  const methods = useForm<Record<string, unknown>>({ values: step.config });
  const issues = useIssues(step.id);
  const absent = defaultsOf(step);
  const sentTo = useEditor((state) => state.field?.split('.')[0] ?? null);
  const way = form.ways.find((candidate) => candidate.isChosen(step.config));
  const shown = form.fields.filter((field) => field.visible?.(step.config) !== false);
  const basic = shown.filter((field) => field.group === 'basic');
  const advanced = shown.filter((field) => field.group === 'advanced');

  const choose = (id: string): void => {
    const chosen = form.ways.find((candidate) => candidate.id === id);
    if (chosen === undefined) return;
    const value = chosen.choose(step.config);
    store.getState().change({ kind: 'set_config', stepId: step.id, path: [], value });
  };
  const draw = (field: NamedField) => (
    <FormField
      key={field.name}
      step={step}
      field={field}
      absent={absent[field.name]}
      issues={issues.filter(({ path }) => path.split('.')[0] === field.name)}
    />
  );
  return (
    <FormProvider {...methods}>
      <form className="flex flex-col gap-4" onSubmit={(event) => event.preventDefault()}>
        {form.ways.length > 0 && (
          <div className="flex flex-col gap-1.5">
            <Segmented
              label="How to say it"
              value={way?.id ?? ''}
              segments={form.ways.map(({ id, label }) => ({ value: id, label }))}
              onChange={choose}
            />
            {way?.help !== undefined && <p className="text-caption text-ink-3">{way.help}</p>}
          </div>
        )}
        <div className="grid grid-cols-12 gap-x-3 gap-y-4">{basic.map(draw)}</div>
        {step.kind === 'wait_until' && <WaitNote config={step.config} />}
        {advanced.length > 0 && (
          <More
            open={advanced.some(
              ({ name }) =>
                name === sentTo || issues.some(({ path }) => path.split('.')[0] === name),
            )}
          >
            {advanced.map(draw)}
          </More>
        )}
      </form>
    </FormProvider>
  );
}

/** What counts where nothing is set; nothing while the settings cannot be read. */
function defaultsOf({ kind, config }: DocumentStep): Readonly<Record<string, unknown>> {
  const read = stepCatalogue.get(kind)?.config.safeParse(config);
  return read?.success === true ? (read.data as Readonly<Record<string, unknown>>) : {};
}

function useIssues(stepId: string): readonly FieldIssue[] {
  return useProblems().flatMap((problem) =>
    problem.stepId === stepId && problem.field !== null
      ? [{ path: problem.field, message: problem.message, severity: problem.severity }]
      : [],
  );
}

/** What most authors never need; open where something in it wants mending. */
function More({ open, children }: { open: boolean; children: React.ReactNode }) {
  const [wanted, setWanted] = useState(false);
  const shown = wanted || open;
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-3">
      <button
        type="button"
        aria-expanded={shown}
        onClick={() => setWanted(!shown)}
        className="inline-flex items-center gap-1 self-start text-caption font-medium text-ink-2 hover:text-ink"
      >
        <ChevronRight
          aria-hidden
          className={`size-3.5 transition-transform ${shown ? 'rotate-90' : ''}`}
        />
        More settings
      </button>
      {shown && children}
    </div>
  );
}
