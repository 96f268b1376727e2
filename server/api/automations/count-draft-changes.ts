import type { AutomationDocument } from '#server/engine/document.ts';
import { canonicalJson } from '#server/engine/canonical-json.ts';

/** Places on the canvas and notes are nobody's behaviour. */
const partsOf = (document: AutomationDocument): Map<string, string> => {
  const parts = new Map<string, string>();
  parts.set('name', document.name);
  parts.set('settings', canonicalJson(document.settings));
  parts.set('trigger', canonicalJson(document.trigger));
  for (const step of document.steps) parts.set(`step ${step.id}`, canonicalJson(step));
  for (const edge of document.edges) {
    parts.set(`edge ${edge.from} ${edge.port ?? 'next'} ${edge.to}`, '');
  }
  return parts;
};

/** How many things differ between the draft and the live version: each step or edge counts once. */
export const countDraftChanges = (
  draft: AutomationDocument,
  live: AutomationDocument | null,
): number => {
  if (live === null) return 0;
  const before = partsOf(live);
  const after = partsOf(draft);
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter((key) => before.get(key) !== after.get(key)).length;
};
