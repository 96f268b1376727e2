import { DEFAULT_PORT, type AutomationDocument, type DocumentStep } from './document.ts';

/** One setting that reads differently in the draft. Missing on one side is null. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

export type StepChange =
  | { readonly kind: 'added'; readonly step: DocumentStep }
  | { readonly kind: 'removed'; readonly step: DocumentStep }
  | {
      readonly kind: 'changed';
      /** As it is in the later document, and as it was. */
      readonly step: DocumentStep;
      readonly was: DocumentStep;
      readonly fields: readonly FieldChange[];
    };

/** A port that leads elsewhere than before, in step names; null is nowhere. */
export interface LinkChange {
  /** Of the step that the port belongs to; `trigger` for the start. */
  readonly stepId: string;
  readonly from: string;
  readonly port: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface DocumentChanges {
  readonly steps: readonly StepChange[];
  readonly links: readonly LinkChange[];
  /** Name, description, trigger and limits. */
  readonly settings: readonly FieldChange[];
}

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Leaves of a nested value by dotted path. Lists are leaves: an item's index tells nobody anything. */
const flatten = (value: unknown, path: string, into: Map<string, string>): Map<string, string> => {
  if (value === undefined) return into;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [key, child] of Object.entries(value))
      flatten(child, path === '' ? key : `${path}.${key}`, into);
    return into;
  }
  if (
    Array.isArray(value) &&
    value.every((item) => typeof item === 'string' || typeof item === 'number')
  ) {
    return into.set(path, value.join(', '));
  }
  return into.set(path, shown(value));
};

const fieldChanges = (before: unknown, after: unknown): FieldChange[] => {
  const old = flatten(before, '', new Map());
  const now = flatten(after, '', new Map());
  const fields = [...new Set([...old.keys(), ...now.keys()])];
  return fields
    .filter((field) => old.get(field) !== now.get(field))
    .map((field) => ({ field, before: old.get(field) ?? null, after: now.get(field) ?? null }));
};

/** What of a step a person can tell apart: its place on the canvas is not part of it. */
const comparable = ({ id: _id, ...rest }: DocumentStep): unknown => {
  const { config, ...own } = rest;
  return { ...own, ...config };
};

const stepChanges = (before: AutomationDocument, after: AutomationDocument): StepChange[] => {
  const old = new Map(before.steps.map((step) => [step.id, step]));
  const kept = new Set(after.steps.map((step) => step.id));
  const changes: StepChange[] = [];
  for (const step of after.steps) {
    const was = old.get(step.id);
    if (was === undefined) {
      changes.push({ kind: 'added', step });
      continue;
    }
    const fields = fieldChanges(comparable(was), comparable(step));
    if (fields.length > 0) changes.push({ kind: 'changed', step, was, fields });
  }
  for (const step of before.steps) if (!kept.has(step.id)) changes.push({ kind: 'removed', step });
  return changes;
};

const linksOf = (document: AutomationDocument): Map<string, string> => {
  const names = new Map(document.steps.map((step) => [step.id, step.name]));
  const links = new Map<string, string[]>();
  for (const edge of document.edges) {
    const key = `${edge.from} ${edge.port ?? DEFAULT_PORT}`;
    links.set(key, [...(links.get(key) ?? []), names.get(edge.to) ?? edge.to]);
  }
  return new Map([...links].map(([key, targets]) => [key, targets.toSorted().join(', ')]));
};

const linkChanges = (before: AutomationDocument, after: AutomationDocument): LinkChange[] => {
  const names = new Map([...before.steps, ...after.steps].map((step) => [step.id, step.name]));
  const remaining = new Set(['trigger', ...after.steps.map((step) => step.id)]);
  const old = linksOf(before);
  const now = linksOf(after);
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const [from = '', port = DEFAULT_PORT] = key.split(' ');
    // The ports of a removed step go with it: saying so for each would say it twice.
    if (!remaining.has(from) || old.get(key) === now.get(key)) return [];
    const name = from === 'trigger' ? 'The start' : (names.get(from) ?? from);
    return [
      { stepId: from, from: name, port, before: old.get(key) ?? null, after: now.get(key) ?? null },
    ];
  });
};

/** What publishing `after` changes for runs that start from then on. Moved cards are no change. */
export const compareDocuments = (
  before: AutomationDocument,
  after: AutomationDocument,
): DocumentChanges => ({
  steps: stepChanges(before, after),
  links: linkChanges(before, after),
  settings: fieldChanges(
    {
      name: before.name,
      description: before.description,
      trigger: before.trigger,
      ...before.settings,
    },
    { name: after.name, description: after.description, trigger: after.trigger, ...after.settings },
  ),
});

export const countChanges = (changes: DocumentChanges): number =>
  changes.steps.length + changes.links.length + changes.settings.length;
