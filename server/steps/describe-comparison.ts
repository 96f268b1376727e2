import type { DocumentChanges, FieldChange } from '#server/engine/compare-documents.ts';
import type { DocumentStep } from '#server/engine/document.ts';
import { stepCatalogue } from './catalogue.ts';
import type { NamedField } from './form.ts';
import { stepForms } from './forms.ts';
import { NO_NAMES, type Names, valueWords } from './value-words.ts';

/** One setting before and after, as a person reads it; null: not set. */
export interface ReadableField {
  /** Dotted path in the step's settings. */
  readonly field: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

export type ReadableStep =
  | { readonly kind: 'added' | 'removed'; readonly step: DocumentStep; readonly sentence: string }
  | {
      readonly kind: 'changed';
      readonly step: DocumentStep;
      readonly sentenceBefore: string;
      readonly sentence: string;
      readonly fields: ReadableField[];
    };

const OWN_LABELS: ReadonlyMap<string, string> = new Map([
  ['name', 'Name'],
  ['description', 'Description'],
  ['kind', 'Kind'],
  ['disabled', 'Switched off'],
  ['compensateWith', 'Undone by'],
  ['maxSteps', 'Most steps of a run'],
  ['maxAgeDays', 'Greatest age of a run, in days'],
  ['timezone', 'Time zone'],
  ['trigger.kind', 'How it starts'],
  ['trigger.name', 'Name of the start'],
]);

/** The sentence on the step's card; its kind's name where the settings do not fit it. */
function sentenceOf({ kind, config }: DocumentStep): string {
  const definition = stepCatalogue.get(kind);
  const parsed = definition?.config.safeParse(config);
  if (definition === undefined || parsed?.success !== true) return definition?.title ?? kind;
  return definition.sentence(parsed.data);
}

/** "replyTo" → "Reply to", "timed_out" → "Timed out" */
function inWords(key: string): string {
  const words = key
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function labelOf(path: string, field: NamedField | undefined): string {
  const [top = path, ...rest] = path.split('.');
  const label = field?.label ?? OWN_LABELS.get(path) ?? OWN_LABELS.get(top) ?? inWords(top);
  return [label, ...rest.map((part) => inWords(part).toLowerCase())].join(': ');
}

function settingLabel(path: string): string {
  const known = OWN_LABELS.get(path);
  if (known !== undefined) return known;
  const parts = path.replace(/^trigger\.config\./, '').split('.');
  return `Start: ${parts.map((part) => inWords(part).toLowerCase()).join(', ')}`;
}

function readable(
  { field: path, before, after }: FieldChange,
  field: NamedField | undefined,
  names: Names,
): ReadableField {
  const inWordsOf = (text: string | null): string | null =>
    text === null ? null : valueWords(text, path, field, names);
  return {
    field: path,
    label: labelOf(path, field),
    before: inWordsOf(before),
    after: inWordsOf(after),
  };
}

/** The changed steps with their cards' sentences, and each setting by its form's label. */
export function describeSteps({ steps }: DocumentChanges, names: Names = NO_NAMES): ReadableStep[] {
  return steps.map((change): ReadableStep => {
    const { step } = change;
    const sentence = sentenceOf(step);
    if (change.kind !== 'changed') return { kind: change.kind, step, sentence };
    const fields = stepForms.get(step.kind)?.fields ?? [];
    return {
      kind: 'changed',
      step,
      sentenceBefore: sentenceOf(change.was),
      sentence,
      fields: change.fields.map((one) =>
        readable(
          one,
          fields.find(({ name }) => name === one.field.split('.')[0]),
          names,
        ),
      ),
    };
  });
}

/** Name, trigger and limits, by the words of the settings panel. */
export function describeSettings(
  { settings }: DocumentChanges,
  names: Names = NO_NAMES,
): ReadableField[] {
  return settings.map((change) => ({
    ...readable(change, undefined, names),
    label: settingLabel(change.field),
  }));
}
