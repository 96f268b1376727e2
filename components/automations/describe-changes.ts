import type { DocumentChanges } from '#server/engine/compare-documents.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import {
  describeSettings,
  describeSteps,
  type ReadableField,
  type ReadableStep,
} from '#server/steps/describe-comparison.ts';
import { placeOfAdded, placeOfRemoved, portWords } from '#server/steps/describe-places.ts';
import type { Names } from '#server/steps/value-words.ts';

export interface ReadableLink {
  readonly stepId: string;
  readonly from: string;
  readonly port: string;
  /** "Expired leads elsewhere" */
  readonly words: string;
  readonly before: string;
  readonly after: string;
}

export interface ReadableChanges {
  /** With where an added or removed step stood; an empty place is not worth a line. */
  readonly steps: readonly { readonly step: ReadableStep; readonly place: string }[];
  readonly links: readonly ReadableLink[];
  readonly settings: readonly ReadableField[];
}

/** The two documents, for what only they can tell: where a step stands, how a port is called. */
export interface Between {
  readonly from: AutomationDocument;
  readonly to: AutomationDocument;
}

/** What differs between two documents, as a person reads it. */
export function describeChanges(
  changes: DocumentChanges,
  names: Names,
  between: Between | null,
): ReadableChanges {
  return {
    steps: describeSteps(changes, names).map((step) => ({ step, place: placeOf(step, between) })),
    links: changes.links.map(({ stepId, from, port, before, after }) => ({
      stepId,
      from,
      port,
      words: linkWords(stepId, port, between),
      before: before ?? 'the end',
      after: after ?? 'the end',
    })),
    settings: describeSettings(changes, names),
  };
}

function placeOf({ kind, step }: ReadableStep, between: Between | null): string {
  if (between === null || kind === 'changed') return '';
  return kind === 'added'
    ? placeOfAdded(between.to, step.id)
    : placeOfRemoved(between.from, between.to, step.id);
}

function linkWords(stepId: string, port: string, between: Between | null): string {
  const words = between === null ? port.replaceAll('_', ' ') : portWords(between.to, stepId, port);
  return words === null ? 'leads elsewhere' : `${words} · leads elsewhere`;
}

/** "1 added", "2 changed", … without those that are none. */
export function tallyOf({ steps, links, settings }: DocumentChanges): readonly string[] {
  const of = (kind: ReadableStep['kind']): number =>
    steps.filter((step) => step.kind === kind).length;
  const rest = links.length + settings.length;
  return [
    ...(of('added') > 0 ? [`${of('added')} added`] : []),
    ...(of('changed') > 0 ? [`${of('changed')} changed`] : []),
    ...(of('removed') > 0 ? [`${of('removed')} removed`] : []),
    ...(rest > 0 && steps.length > 0 ? [`${rest} other`] : []),
  ];
}
