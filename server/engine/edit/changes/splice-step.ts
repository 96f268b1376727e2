import type { AutomationDocument } from '../../document.ts';
import type { SpliceStep } from '../change.ts';
import { hasEdge, portOf } from '../edges.ts';
import { applied, refused, type EditEnv, type Edited } from '../edited.ts';
import { findStep, GONE } from '../find-step.ts';
import { bridge } from '../heal-delete.ts';
import { withoutPlaces } from '../places.ts';
import { firstPort } from '../ports-of.ts';
import { insertAt } from './insert-at.ts';

export function spliceStep(
  document: AutomationDocument,
  { stepId, edge }: SpliceStep,
  env: EditEnv,
): Edited {
  const step = findStep(document, stepId);
  if (step === undefined) return refused(GONE);
  if (!hasEdge(document, edge)) {
    return refused('The connection where this step was to go is gone.');
  }
  if (edge.from === stepId || edge.to === stepId) return refused('This step stands there already.');
  const { kept } = bridge(document, new Set([stepId]), env.catalogue);
  const port = firstPort(step, env.catalogue);
  // Its other ways out go along; only the main one leads elsewhere now.
  const along = document.edges.filter((other) => other.from === stepId && portOf(other) !== port);
  const outside = { ...document, edges: [...kept, ...along] };
  const inserted = insertAt(outside, step, { kind: 'edge', ...edge }, env.catalogue);
  if (!inserted.ok) return refused(inserted.message);
  return applied(withoutPlaces({ ...document, edges: inserted.edges }, new Set([stepId])));
}
