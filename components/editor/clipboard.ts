import { documentSchema } from '#server/engine/document.ts';
import { copyFragment } from '#server/engine/edit/copy-fragment.ts';
import { pasteFragment } from '#server/engine/edit/paste-fragment.ts';
import type { Place } from '#server/engine/edit/change.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { renameReferences } from '#server/templates/rename-references.ts';
import type { EditorState } from './editor-store.ts';
import { chosenNotes, chosenSteps } from './selection.ts';

/** The chosen steps and notes as text for the clipboard; null when none is chosen. */
export function copyChosen({ history, selection }: EditorState): string | null {
  const steps = chosenSteps(selection);
  const notes = chosenNotes(selection);
  if (steps.length + notes.length === 0) return null;
  return copyFragment(history.document, steps, notes);
}

/**
 * Adds what was copied, here or in another automation, as one edit, and chooses it. What could not
 * come along is said, step by step. False when the text holds no steps.
 */
export function pasteText(
  state: EditorState,
  text: string,
  connections: ReadonlySet<string>,
  at: Place | null = null,
): boolean {
  const pasted = pasteFragment(text, {
    document: state.history.document,
    usedIds: state.history.usedIds,
    catalogue: stepCatalogue,
    renameReferences,
    at,
    connections,
  });
  if (!pasted.ok) {
    if (isAutomation(text)) {
      state.receive(text);
      return false;
    }
    state.say('refusal', pasted.message);
    return false;
  }
  if (!state.change(pasted.change)) return false;
  state.select([...pasted.ids, ...pasted.change.notes.map((note) => `note:${note.id}`)]);
  for (const sentence of new Set(pasted.unmapped.map(({ message }) => message))) {
    state.say('notice', sentence);
  }
  return true;
}

/** A whole automation, whatever may be wrong with it. */
function isAutomation(text: string): boolean {
  return text.includes(`"${documentSchema.shape.format.value}"`);
}
