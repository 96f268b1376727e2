import type { AutomationDocument } from '../document.ts';
import type { Place } from './change.ts';

type Placed = { readonly id: string } & Place;

/** Places chosen by hand, added to or put over those that are there. Whole pixels. */
export function withPlaces(
  document: AutomationDocument,
  places: readonly Placed[],
): AutomationDocument {
  if (places.length === 0) return document;
  const layout = new Map(Object.entries(document.layout ?? {}));
  for (const { id, x, y } of places) layout.set(id, { x: Math.round(x), y: Math.round(y) });
  return { ...document, layout: Object.fromEntries(layout) };
}

/** Back to where the automatic layout puts them. */
export function withoutPlaces(
  document: AutomationDocument,
  ids: ReadonlySet<string>,
): AutomationDocument {
  const { layout, ...rest } = document;
  if (layout === undefined) return document;
  const left = Object.entries(layout).filter(([id]) => !ids.has(id));
  if (left.length === Object.keys(layout).length) return document;
  return left.length === 0 ? rest : { ...rest, layout: Object.fromEntries(left) };
}
