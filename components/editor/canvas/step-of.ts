/** The step whose card, or line in the list, an element belongs to. */
export function stepOf(target: EventTarget | null): string | null {
  if (!(target instanceof HTMLElement)) return null;
  return target.closest<HTMLElement>('[data-step]')?.dataset['step'] ?? null;
}
