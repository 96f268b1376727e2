import type { StepGroup } from '#server/engine/definition.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { stepForms } from '#server/steps/forms.ts';

export const GROUPS: readonly { group: StepGroup; label: string }[] = [
  { group: 'wait', label: 'Wait' },
  { group: 'decide', label: 'Decide' },
  { group: 'send', label: 'Send' },
  { group: 'data', label: 'Data' },
  { group: 'people', label: 'People' },
  { group: 'end', label: 'End' },
];

export interface FoundKind {
  readonly kind: string;
  readonly title: string;
  readonly icon: string;
  readonly group: StepGroup;
  readonly words: string;
}

const KINDS: readonly FoundKind[] = GROUPS.flatMap(({ group }) =>
  [...stepCatalogue.values()]
    .filter((definition) => definition.group === group)
    .map(({ kind, title, icon }) => ({
      kind,
      title,
      icon,
      group,
      words: stepForms.get(kind)?.intro ?? '',
    })),
);

/**
 * Kinds whose title, purpose or group holds every word that was typed; those that have the words in
 * their title come first, so that the first one found is the one that was meant.
 */
export function findKinds(text: string): readonly FoundKind[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = KINDS.flatMap((kind) => {
    const ranks = words.map((word) => rankOf(kind, word));
    return ranks.includes(null) ? [] : [{ kind, rank: Math.max(0, ...ranks.map((r) => r ?? 0)) }];
  });
  return found.toSorted((a, b) => a.rank - b.rank).map(({ kind }) => kind);
}

/** 0 where a word of the title begins so, then 1 within it, 2 in the purpose; null for nowhere. */
function rankOf({ kind, title, group, words }: FoundKind, word: string): number | null {
  const name = `${title} ${kind.replaceAll('_', ' ')}`.toLowerCase();
  if (name.split(/\s+/).some((part) => part.startsWith(word))) return 0;
  if (name.includes(word)) return 1;
  return `${group} ${words}`.toLowerCase().includes(word) ? 2 : null;
}
