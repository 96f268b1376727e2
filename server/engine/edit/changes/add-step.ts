import type { AutomationDocument } from '../../document.ts';
import { stepSchema } from '../../document.ts';
import type { AddStep } from '../change.ts';
import { applied, refused, type EditEnv, type Edited } from '../edited.ts';
import { findStep } from '../find-step.ts';
import { withPlaces } from '../places.ts';
import { sayIssue } from '../say-issue.ts';
import { insertAt } from './insert-at.ts';

export function addStep(
  document: AutomationDocument,
  { step: wanted, at, place }: AddStep,
  env: EditEnv,
): Edited {
  if (!env.catalogue.has(wanted.kind)) return refused('There is no step of this kind.');
  if (env.usedIds.has(wanted.id) || findStep(document, wanted.id) !== undefined) {
    return refused(`The id "${wanted.id}" stands for another step, and for that one only.`);
  }
  const parsed = stepSchema.safeParse(wanted);
  if (!parsed.success) return refused(sayIssue(parsed.error));
  const step = parsed.data;
  const inserted = insertAt(document, step, at, env.catalogue);
  if (!inserted.ok) return refused(inserted.message);
  const before = at.kind === 'free' ? document.steps.length : placeAfter(document, at.from);
  const grown = {
    ...document,
    steps: document.steps.toSpliced(before, 0, step),
    edges: inserted.edges,
  };
  return applied(place === undefined ? grown : withPlaces(grown, [{ id: step.id, ...place }]));
}

/** Steps stand in the document about in the order in which they are read. */
function placeAfter(document: AutomationDocument, from: string): number {
  return document.steps.findIndex(({ id }) => id === from) + 1;
}
