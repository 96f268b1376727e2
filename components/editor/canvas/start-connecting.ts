import type { EditorState } from '#components/editor/editor-store.ts';
import { cardAnchor } from './card-anchor.ts';
import { stepOf } from './step-of.ts';

/** Opens the list of targets for the card that has the keyboard, else for the chosen one. */
export function startConnecting(state: EditorState): boolean {
  const from = stepOf(document.activeElement) ?? state.selection.at(-1);
  if (from === undefined || from.includes(':')) return false;
  state.startConnecting({ from, anchor: cardAnchor(from) });
  return true;
}
