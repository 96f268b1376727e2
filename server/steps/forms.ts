import type { Draft, FormField, FormOf, StepForm, Surroundings } from './form.ts';
import { waitForForm } from './wait_for/form.ts';

function toForm<Definition>({ fields, ways = [], ...form }: FormOf<Definition>): StepForm {
  const named = Object.entries<FormField>(fields).map(([name, field]) => ({ name, ...field }));
  return { ...form, ways, fields: named };
}

const FORMS: readonly StepForm[] = [toForm(waitForForm)];

/** The form of every kind of step. Runs in the browser. */
export const stepForms: ReadonlyMap<string, StepForm> = new Map(
  FORMS.map((form) => [form.kind, form]),
);

/** Settings for a step that was just added; none for a kind that nobody knows. */
export function emptyConfig(kind: string, around: Surroundings = {}): Draft {
  return stepForms.get(kind)?.empty(around) ?? {};
}
