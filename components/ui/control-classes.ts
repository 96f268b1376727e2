/** What text fields and selects share. Borders take the edge colour, so that they reach 3:1;
 * phones get 16 px, below which they zoom in on focus. */
export const CONTROL_CLASSES =
  'w-full rounded-control border border-edge bg-surface px-2.5 text-body text-ink transition-colors hover:border-ink-3 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-3 aria-invalid:border-fail aria-invalid:ring-3 aria-invalid:ring-fail-soft max-md:text-heading max-md:font-normal';
