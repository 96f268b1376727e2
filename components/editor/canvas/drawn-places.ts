import type { Places } from '#server/engine/edit/walk-selection.ts';
import type { EditorStore } from '#components/editor/editor-store.ts';

const drawn = new WeakMap<EditorStore, Places>();
const NOWHERE: Places = new Map();

/** Remembers where the canvas draws its cards, those out of sight too. */
export function keepPlaces(store: EditorStore, places: Places): void {
  drawn.set(store, places);
}

/** Upper left corners of all cards, in canvas pixels; empty before the first drawing. */
export function drawnPlaces(store: EditorStore): Places {
  return drawn.get(store) ?? NOWHERE;
}
