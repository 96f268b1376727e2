import type { Draft, NamedField, Widget } from '#server/steps/form.ts';

/** Something to mend inside a field: its path below the field (`0.when`), and what to do. */
export interface FieldIssue {
  readonly path: string;
  readonly message: string;
  readonly severity: 'error' | 'warning';
}

/** What every control of a step's form is given. The value may be anything: a draft is unfinished. */
export interface WidgetProps<Kind extends Widget['kind'] = Widget['kind']> {
  readonly widget: Extract<Widget, { kind: Kind }>;
  readonly field: NamedField;
  readonly value: unknown;
  /** Sets the field; undefined takes it out of the settings. */
  readonly onChange: (value: unknown) => void;
  /** The stay in this field is over: what follows is undone by itself. */
  readonly onBlur: () => void;
  readonly stepId: string;
  readonly config: Draft;
  /** What is wrong deeper inside; what is wrong with the field itself stands below it already. */
  readonly issues: readonly FieldIssue[];
}

export function textOf(value: unknown): string {
  return typeof value === 'string'
    ? value
    : value === undefined || value === null
      ? ''
      : JSON.stringify(value);
}
