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

/** What each port leads to, by ids; the key is `from port`. */
const linksOf = ({ edges }: AutomationDocument): Map<string, readonly string[]> => {
  const links = new Map<string, string[]>();
  for (const edge of edges) {
    const key = `${edge.from} ${edge.port ?? DEFAULT_PORT}`;
    links.set(key, [...(links.get(key) ?? []), edge.to]);
  }
  return links;
};

/** The targets as they are without the steps of `gone`: those give way to what follows them. */
const seenThrough = (
  targets: readonly string[],
  document: AutomationDocument,
  gone: ReadonlySet<string>,
): string => {
  const reached = new Set(targets);
  for (const id of reached) {
    if (!gone.has(id)) continue;
    for (const edge of document.edges) if (edge.from === id) reached.add(edge.to);
  }
  return [...reached]
    .filter((id) => !gone.has(id))
    .toSorted()
    .join(' ');
};

const linkChanges = (before: AutomationDocument, after: AutomationDocument): LinkChange[] => {
  const idsBefore = new Set(before.steps.map((step) => step.id));
  const idsAfter = new Set(after.steps.map((step) => step.id));
  const removed = new Set([...idsBefore].filter((id) => !idsAfter.has(id)));
  const added = new Set([...idsAfter].filter((id) => !idsBefore.has(id)));
  const names = new Map([...before.steps, ...after.steps].map((step) => [step.id, step.name]));
  const namesOf = (ids: readonly string[]): string | null =>
    ids.length === 0
      ? null
      : ids
          .map((id) => names.get(id) ?? id)
          .toSorted()
          .join(', ');
  const old = linksOf(before);
  const now = linksOf(after);
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const [from = '', port = DEFAULT_PORT] = key.split(' ');
    const was = old.get(key) ?? [];
    const is = now.get(key) ?? [];
    // A step that came or went says itself what it stands between: that is no second change.
    if (removed.has(from) || added.has(from)) return [];
    if (seenThrough(was, before, removed) === seenThrough(is, after, added)) return [];
    if (was.length === 0 && is.every((id) => added.has(id))) return [];
    if (is.length === 0 && was.every((id) => removed.has(id))) return [];
    const name = from === 'trigger' ? 'The start' : (names.get(from) ?? from);
    return [{ stepId: from, from: name, port, before: namesOf(was), after: namesOf(is) }];
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
