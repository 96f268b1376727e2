import type { Place } from '#server/engine/edit/change.ts';

/** What the reader looks at, in canvas pixels; null where no drawing is shown. */
export function middleOfView(): Place | null {
  const pane = document.querySelector('[data-editor-canvas] .react-flow');
  const drawn = document.querySelector('[data-editor-canvas] .react-flow__viewport');
  if (pane === null || drawn === null) return null;
  const { a: zoom, e: x, f: y } = new DOMMatrix(getComputedStyle(drawn).transform);
  return {
    x: Math.round((pane.clientWidth / 2 - x) / zoom),
    y: Math.round((pane.clientHeight / 2 - y) / zoom),
  };
}
