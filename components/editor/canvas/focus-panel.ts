/** The panel stands beside the drawing, in the same frame. */
const PANEL = '[data-editor-canvas] ~ aside';

/** Fields come before buttons: whoever opens a step wants to set it up. */
const FIELDS = 'input, textarea, select, [contenteditable="true"]';

export function isInPanel(target: Element): boolean {
  return target.closest(PANEL) !== null;
}

/** Puts the keyboard into the panel once it is drawn, on its first field. */
export function focusPanel(frames = 10): void {
  const panel = document.querySelector(PANEL);
  const first =
    panel?.querySelector<HTMLElement>(FIELDS) ?? panel?.querySelector<HTMLElement>('button');
  if (first !== null && first !== undefined) first.focus();
  else if (frames > 0) requestAnimationFrame(() => focusPanel(frames - 1));
}
