import type { AutomationDocument } from '../document.ts';

/** Longest step id. */
const LONGEST = 63;

/** `constructor` would be a legal id, but is found on every object by whoever forgets to look twice. */
const RESERVED: ReadonlySet<string> = new Set(['trigger', 'constructor']);

/**
 * A new step's id, made from its name or kind: "Send it" is `send_it`, or `send_it_2` where that is
 * or ever was another step's. `used` holds every id that the automation has ever had.
 */
export function mintStepId(wish: string, used: ReadonlySet<string>): string {
  const slug = slugOf(wish);
  for (let count = 1; ; count += 1) {
    const suffix = count === 1 ? '' : `_${count}`;
    const id = `${slug.slice(0, LONGEST - suffix.length).replace(/_+$/, '')}${suffix}`;
    if (!used.has(id) && !RESERVED.has(id)) return id;
  }
}

/** A note's id. Notes are referred to by nothing, so that only those of today matter. */
export function mintNoteId(document: AutomationDocument): string {
  const taken = new Set((document.notes ?? []).map(({ id }) => id));
  for (let count = 1; ; count += 1) if (!taken.has(`note_${count}`)) return `note_${count}`;
}

/** The ids known before and those in the document; the very same set where it adds none. */
export function idsUsedBy(
  document: AutomationDocument,
  before: ReadonlySet<string>,
): ReadonlySet<string> {
  const added = document.steps.map(({ id }) => id).filter((id) => !before.has(id));
  return added.length === 0 ? before : new Set([...before, ...added]);
}

function slugOf(wish: string): string {
  const slug = wish
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  if (slug === '') return 'step';
  return /^[a-z]/.test(slug) ? slug : `step_${slug}`;
}
