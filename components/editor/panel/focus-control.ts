const CONTROLS =
  '[contenteditable="true"], input:not([type="hidden"]), textarea, select, button:not([aria-label^="Remove"])';

/**
 * The control that a problem's path (`cases.1.when`) is about: in the nearest part that is marked
 * with `data-path`, the first control that is not right, else the first one.
 */
export function controlFor(frame: HTMLElement, path: string): HTMLElement | null {
  const marked = [...frame.querySelectorAll<HTMLElement>('[data-path]')]
    .filter(({ dataset: { path: own = '' } }) => path === own || path.startsWith(`${own}.`))
    .toSorted((a, b) => (b.dataset['path']?.length ?? 0) - (a.dataset['path']?.length ?? 0))[0];
  if (marked?.matches(CONTROLS) === true) return marked;
  const within = marked ?? frame;
  return (
    within.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    within.querySelector<HTMLElement>(CONTROLS)
  );
}
