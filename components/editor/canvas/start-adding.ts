import type { InsertAt } from '#server/engine/edit/change.ts';
import { ownPorts } from '#server/engine/edit/ports-of.ts';
import { type AutomationDocument, DEFAULT_PORT } from '#server/engine/document.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import type { EditorState } from '#components/editor/editor-store.ts';
import { cardAnchor } from './card-anchor.ts';
import { stepOf } from './step-of.ts';

/** Opens the finder after the card that has the keyboard, else the chosen one, else the last. */
export function startAddingAfter(state: EditorState): void {
  const draft = state.history.document;
  const chosen = stepOf(document.activeElement) ?? state.selection.at(-1);
  // A note or a connection is no step to add one after.
  const from = chosen === undefined || chosen.includes(':') ? lastStep(draft) : chosen;
  state.startAdding({ at: afterStep(draft, from), anchor: cardAnchor(from) });
}

/** Into the first way on, or onto the first port that nothing follows. */
export function afterStep(draft: AutomationDocument, from: string): InsertAt {
  const step = draft.steps.find((candidate) => candidate.id === from);
  const ports =
    step === undefined ? [DEFAULT_PORT] : ownPorts(step, stepCatalogue).map((port) => port.id);
  const leaving = draft.edges.filter((edge) => edge.from === from);
  const open = ports.find((port) => !leaving.some((edge) => (edge.port ?? DEFAULT_PORT) === port));
  const first = leaving.find((edge) => (edge.port ?? DEFAULT_PORT) === ports[0]);
  if (first !== undefined) {
    return { kind: 'edge', from, port: first.port ?? DEFAULT_PORT, to: first.to };
  }
  return open === undefined ? { kind: 'free' } : { kind: 'port', from, port: open };
}

function lastStep(draft: AutomationDocument): string {
  return draft.steps.at(-1)?.id ?? 'trigger';
}
