/**
 * Puts the keyboard on a step's card, or its line in the list, once it is drawn: a step that was
 * just added is there in the next frame, or the one after it.
 */
export function focusStep(stepId: string, frames = 10): void {
  const card = document.querySelector<HTMLElement>(`[data-step="${CSS.escape(stepId)}"]`);
  if (card !== null) card.focus({ preventScroll: true });
  else if (frames > 0) requestAnimationFrame(() => focusStep(stepId, frames - 1));
}
