import type { Viewport } from '#components/graph/fit-viewport.ts';

/** Kept free between a card that is brought into sight and the edge of what is seen. */
const MARGIN = 32;

/**
 * The view moved as little as needed to bring a card wholly into the frame, at the same zoom; null
 * when it is in sight already. `frame` is what can be seen, in CSS pixels from the pane's corner.
 */
export function viewToShow(
  card: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  frame: { readonly top: number; readonly width: number; readonly height: number },
  view: Viewport,
): Viewport | null {
  const x = shift(card.x * view.zoom + view.x, card.width * view.zoom, 0, frame.width);
  const y = shift(card.y * view.zoom + view.y, card.height * view.zoom, frame.top, frame.height);
  return x === 0 && y === 0 ? null : { x: view.x + x, y: view.y + y, zoom: view.zoom };
}

/** How far a stretch has to move to lie between the ends; its start wins where it is too long. */
function shift(start: number, length: number, from: number, to: number): number {
  const beyond = start + length - (to - MARGIN);
  const before = from + MARGIN - start;
  // Out of sight by less than the margin is in sight.
  if (start >= from + 4 && start + length <= to - 4) return 0;
  if (before > 0) return before;
  return beyond > 0 ? Math.max(-beyond, before) : 0;
}
