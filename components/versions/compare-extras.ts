import { compareDocuments } from '#server/engine/compare-documents.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import type { CardExtras } from '#components/graph/graph-marks.ts';

export interface ComparedExtras {
  readonly from: ReadonlyMap<string, CardExtras>;
  readonly to: ReadonlyMap<string, CardExtras>;
}

/**
 * The marks on the cards of two documents beside each other: what went on the one side, what came on
 * the other, and on both what differs, be it a setting or where one of its ways leads.
 */
export function compareExtras(from: AutomationDocument, to: AutomationDocument): ComparedExtras {
  const { steps, links } = compareDocuments(from, to);
  const before = new Map<string, CardExtras>();
  const after = new Map<string, CardExtras>();
  const changed = [
    ...links.map(({ stepId }) => stepId),
    ...steps.flatMap((change) => (change.kind === 'changed' ? [change.step.id] : [])),
  ];
  for (const id of changed) {
    before.set(id, { tag: 'Changed' });
    after.set(id, { tag: 'Changed' });
  }
  for (const { kind, step } of steps) {
    if (kind === 'removed') before.set(step.id, { tag: 'Removed' });
    if (kind === 'added') after.set(step.id, { tag: 'New' });
  }
  return { from: before, to: after };
}
