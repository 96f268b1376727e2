/** Asks the drawing to bring a card into sight: in long automations, others are not there at all. */
export const REVEAL = 'holdfast:reveal-step';

/**
 * Puts the keyboard on a step's card, or its line in the list, once it is drawn: a step that was
 * just added, or comes into sight, is there in the next frame, or some frames after it.
 */
export function focusStep(stepId: string, frames = 20): void {
  const card = document.querySelector<HTMLElement>(`[data-step="${CSS.escape(stepId)}"]`);
  if (card !== null) {
    card.focus({ preventScroll: true });
    return;
  }
  document.dispatchEvent(new CustomEvent(REVEAL, { detail: stepId }));
  if (frames > 0) requestAnimationFrame(() => focusStep(stepId, frames - 1));
}
