'use client';

import { useEffect, useRef } from 'react';
import { useController } from 'react-hook-form';
import { Field } from '#components/ui/field.tsx';
import type { DocumentStep } from '#server/engine/document.ts';
import type { NamedField } from '#server/steps/form.ts';
import { useEditor, useEditorStore } from '#components/editor/editor-context.tsx';
import type { FieldIssue } from './widget.ts';
import { WidgetFor } from './widgets/widget-for.tsx';

/** One setting: its label, its control, and below it what to mend or what it means. */
export function FormField({
  step,
  field,
  issues,
}: {
  step: DocumentStep;
  field: NamedField;
  issues: readonly FieldIssue[];
}) {
  const store = useEditorStore();
  const { field: bound } = useController<Record<string, unknown>>({ name: field.name });
  const frame = useRef<HTMLDivElement>(null);
  const sentHere = useEditor(
    (state) => state.field !== null && state.field.split('.')[0] === field.name,
  );
  useEffect(() => {
    if (!sentHere) return;
    const control = frame.current?.querySelector<HTMLElement>(
      '[aria-invalid="true"], input, textarea, button, [contenteditable="true"]',
    );
    control?.focus();
    control?.scrollIntoView({ block: 'center' });
  }, [sentHere]);

  const onChange = (value: unknown): void => {
    bound.onChange(value);
    store.getState().change(
      {
        kind: 'set_config',
        stepId: step.id,
        path: [field.name],
        ...(value === undefined ? {} : { value }),
      },
      `field:${step.id}.${field.name}`,
    );
  };
  const own = issues.find(({ path }) => path === field.name) ?? issues[0];
  return (
    <div ref={frame} data-field={field.name}>
      <Field
        label={field.label}
        error={own?.severity === 'error' ? own.message : null}
        hint={own?.severity === 'warning' ? own.message : field.help}
        aside={field.required ? undefined : <Optional field={field} />}
      >
        <WidgetFor
          field={field}
          value={bound.value}
          onChange={onChange}
          onBlur={() => {
            bound.onBlur();
            store.getState().endGesture();
          }}
          stepId={step.id}
          config={step.config}
          issues={issues.flatMap((issue) =>
            issue.path.startsWith(`${field.name}.`)
              ? [{ ...issue, path: issue.path.slice(field.name.length + 1) }]
              : [],
          )}
        />
      </Field>
    </div>
  );
}

/** Only where leaving it out is a choice that shows nowhere else. */
function Optional({ field }: { field: NamedField }) {
  const { kind } = field.widget;
  if (kind === 'switch' || kind === 'choice' || kind === 'number' || kind === 'zone') return null;
  return <span className="text-caption text-ink-3">optional</span>;
}
