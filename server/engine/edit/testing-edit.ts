import type { AutomationDocument } from '../document.ts';
import { testingCatalogue } from '../testing-catalogue.ts';
import { applyChange } from './apply-change.ts';
import type { Change } from './change.ts';
import { refOf } from './edges.ts';
import type { EditNotice } from './edited.ts';

/** The document after changes that all have to fit. */
export function edit(
  document: AutomationDocument,
  ...changes: readonly Change[]
): AutomationDocument {
  return changes.reduce((before, change) => {
    const edited = applyChange(before, change, envOf(before));
    if (!edited.ok) throw new Error(`${change.kind} was refused: ${edited.message}`);
    return edited.document;
  }, document);
}

/** Why a change does not fit; null where it does. */
export function refusalOf(document: AutomationDocument, change: Change): string | null {
  const edited = applyChange(document, change, envOf(document));
  return edited.ok ? null : edited.message;
}

export function noticesOf(document: AutomationDocument, change: Change): readonly EditNotice[] {
  const edited = applyChange(document, change, envOf(document));
  return edited.ok ? edited.notices : [];
}

/** `from port to`, in the document's order. */
export function edgesOf(document: AutomationDocument): string[] {
  return document.edges.map(refOf).map(({ from, port, to }) => `${from} ${port} ${to}`);
}

function envOf(document: AutomationDocument) {
  return {
    catalogue: testingCatalogue,
    usedIds: new Set(document.steps.map(({ id }) => id)),
  };
}
