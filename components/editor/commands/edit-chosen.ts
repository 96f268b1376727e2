import { mintNoteId } from '#server/engine/edit/mint-step-id.ts';
import { focusStep } from '#components/editor/canvas/focus-step.ts';
import { middleOfView } from '#components/editor/canvas/middle-of-view.ts';
import { copyChosen, pasteText } from '#components/editor/clipboard.ts';
import type { EditorState } from '#components/editor/editor-store.ts';
import { chosenEdge, chosenNotes, chosenSteps } from '#components/editor/selection.ts';

/** Deletes the chosen steps, notes and connection. False when none is chosen. */
export function deleteChosen(state: EditorState): boolean {
  const steps = chosenSteps(state.selection);
  const notes = chosenNotes(state.selection);
  const edge = chosenEdge(state.selection, state.history.document);
  const gesture = `delete:${performance.now()}`;
  if (edge !== null) state.change({ kind: 'disconnect', ...edge }, gesture);
  if (notes.length > 0) state.change({ kind: 'delete_notes', ids: notes }, gesture);
  if (steps.length > 0) state.change({ kind: 'delete_steps', ids: steps }, gesture);
  state.endGesture();
  return steps.length + notes.length > 0 || edge !== null;
}

/** Turns the chosen steps off, or on again when all of them are off. */
export function toggleChosen(state: EditorState): boolean {
  const ids = chosenSteps(state.selection);
  const disabled = state.history.document.steps.some(
    (step) => ids.includes(step.id) && step.disabled !== true,
  );
  return ids.length > 0 && state.change({ kind: 'set_disabled', ids, disabled });
}

/** A copy of what is chosen, beside it. False when nothing is chosen. */
export function duplicateChosen(state: EditorState): boolean {
  const text = copyChosen(state);
  return text !== null && pasteText(state, text, new Set());
}

/** An empty note where the reader looks, ready to be written in. */
export function addNote(state: EditorState): boolean {
  const { document } = state.history;
  const id = mintNoteId(document);
  const count = document.notes?.length ?? 0;
  const middle = middleOfView() ?? { x: 440, y: 80 };
  const at = { x: middle.x - 100 + 20 * (count % 5), y: middle.y - 60 + 20 * (count % 5) };
  const added = state.change({ kind: 'add_note', note: { id, text: '', ...at } });
  if (added) {
    state.select([`note:${id}`]);
    focusStep(`note:${id}`);
  }
  return added;
}
