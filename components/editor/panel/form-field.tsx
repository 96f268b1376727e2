'use client';

import { useEffect, useRef } from 'react';
import { useController } from 'react-hook-form';
import { useEditor, useEditorStore } from '#components/editor/editor-context.tsx';
import { Field } from '#components/ui/field.tsx';
import type { DocumentStep } from '#server/engine/document.ts';
import type { NamedField } from '#server/steps/form.ts';
import { type FieldPlace, fieldPlace } from './field-layout.ts';
import { controlFor } from './focus-control.ts';
import type { FieldIssue } from './widget.ts';
import { WidgetFor } from './widgets/widget-for.tsx';

/** One setting: its label, its control, and below it what to mend or what it means. */
export function FormField({
  step,
  field,
  absent,
  issues,
}: {
  step: DocumentStep;
  field: NamedField;
  /** What counts while nothing is set. */
  absent: unknown;
  issues: readonly FieldIssue[];
}) {
  const store = useEditorStore();
  const { field: bound } = useController<Record<string, unknown>>({ name: field.name });
  const frame = useFocusWhenSent(field.name);
  const place = fieldPlace(step, field.name);

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
  const inside = issues.flatMap((issue) =>
    issue.path.startsWith(`${field.name}.`)
      ? [{ ...issue, path: issue.path.slice(field.name.length + 1) }]
      : [],
  );
  // What is wrong with one entry of a list stands at the entry.
  const own =
    issues.find(({ path }) => path === field.name) ??
    (SHOWS_INSIDE.has(field.widget.kind) ? undefined : issues[0]);
  return (
    <div ref={frame} data-field={field.name} className={spanOf(place)}>
      <Field
        label={field.label}
        error={own?.severity === 'error' ? own.message : null}
        hint={hintOf(field, own, place)}
        aside={field.required || place !== null ? undefined : <Optional field={field} />}
      >
        <WidgetFor
          field={field}
          value={bound.value ?? (SHOWS_ABSENT.has(field.widget.kind) ? absent : undefined)}
          onChange={onChange}
          onBlur={() => {
            bound.onBlur();
            store.getState().endGesture();
          }}
          stepId={step.id}
          config={step.config}
          issues={inside}
        />
      </Field>
    </div>
  );
}

/** Kinds of control that say at each of their parts what is wrong with it. */
const SHOWS_INSIDE: ReadonlySet<string> = new Set(['cases', 'arms', 'deadline', 'key_values']);

/** Kinds of control that would look unsettled without what counts then; a text may be empty. */
const SHOWS_ABSENT: ReadonlySet<string> = new Set([
  'choice',
  'number',
  'switch',
  'zone',
  'days',
  'duration',
]);

/** Whoever is sent to a setting, by a problem or by a word of the sentence, has it under the keyboard. */
function useFocusWhenSent(name: string) {
  const frame = useRef<HTMLDivElement>(null);
  const field = useEditor((state) => state.field);
  // Another array each time that somebody is sent, also to the same field again.
  const sent = useEditor((state) => state.selection);
  useEffect(() => {
    if (field === null || field.split('.')[0] !== name || frame.current === null) return;
    const control = controlFor(frame.current, field);
    control?.focus();
    control?.scrollIntoView({ block: 'center' });
  }, [field, name, sent]);
  return frame;
}

const SPANS = {
  4: 'col-span-4',
  5: 'col-span-5',
  7: 'col-span-7',
  8: 'col-span-8',
} as const;

function spanOf(place: FieldPlace | null): string {
  return place === null ? 'col-span-12 min-w-0' : `${SPANS[place.columns]} min-w-0`;
}

function hintOf(
  field: NamedField,
  own: FieldIssue | undefined,
  place: FieldPlace | null,
): string | undefined {
  if (own?.severity === 'warning') return own.message;
  return place?.quiet === true ? undefined : field.help;
}

/** Only where leaving it out is a choice that shows nowhere else. */
function Optional({ field }: { field: NamedField }) {
  const { kind } = field.widget;
  if (kind === 'switch' || kind === 'choice' || kind === 'number' || kind === 'zone') return null;
  return <span className="text-caption text-ink-3">optional</span>;
}
