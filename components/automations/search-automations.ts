import type { AutomationListItem } from '#server/api/views/automation-view.ts';

const folded = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Those whose name, sentence or state holds every word that was typed; accents do not matter. */
export const searchAutomations = (
  items: readonly AutomationListItem[],
  query: string,
): readonly AutomationListItem[] => {
  const words = folded(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return items;
  return items.filter((item) => {
    const text = folded(`${item.name} ${item.description} ${item.state} ${item.slug}`);
    return words.every((word) => text.includes(word));
  });
};
