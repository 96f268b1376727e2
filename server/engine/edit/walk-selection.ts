import type { Catalogue } from '../definition.ts';
import type { AutomationDocument } from '../document.ts';
import type { Place } from './change.ts';
import { readingOrder, waysOn } from './reading-order.ts';

export type Direction = 'up' | 'down' | 'left' | 'right';

/** Where cards stand on the canvas, by id, `trigger` among them. */
export type Places = ReadonlyMap<string, Place>;

/** All steps; the trigger is selected by itself only. */
export function selectAll(document: AutomationDocument): string[] {
  return document.steps.map(({ id }) => id);
}

/** The card after this one in reading order; null after the last. */
export function nextStep(
  document: AutomationDocument,
  id: string,
  catalogue: Catalogue,
): string | null {
  const order = readingOrder(document, catalogue);
  return order[order.indexOf(id) + 1] ?? null;
}

/** The card before this one in reading order; null before the first. */
export function previousStep(
  document: AutomationDocument,
  id: string,
  catalogue: Catalogue,
): string | null {
  const order = readingOrder(document, catalogue);
  const index = order.indexOf(id);
  return index <= 0 ? null : (order[index - 1] ?? null);
}

/**
 * The card that an arrow key leads to. Down follows the first way on, up leads back to what comes
 * before; left and right go to the nearest card on that side. Null where there is none.
 */
export function neighbour(
  document: AutomationDocument,
  id: string,
  direction: Direction,
  { catalogue, places }: { readonly catalogue: Catalogue; readonly places: Places },
): string | null {
  switch (direction) {
    case 'down':
      return waysOn(document, catalogue).get(id)?.[0] ?? null;
    case 'up':
      return stepBefore(document, id, catalogue, places);
    case 'left':
    case 'right':
      return cardBeside(id, direction, places);
  }
}

function stepBefore(
  document: AutomationDocument,
  id: string,
  catalogue: Catalogue,
  places: Places,
): string | null {
  const before = new Set(document.edges.filter(({ to }) => to === id).map(({ from }) => from));
  const order = readingOrder(document, catalogue);
  const above = order.slice(0, order.indexOf(id)).filter((other) => before.has(other));
  const here = places.get(id);
  const nearest = above.toSorted((a, b) => away(places.get(a), here) - away(places.get(b), here));
  // Where only a loop leads here, up is against its direction all the same.
  return nearest[0] ?? order.find((other) => before.has(other) && other !== id) ?? null;
}

/** A card in the next row is further away than one beside, however near it stands. */
const ROW_WEIGHT = 4;

function cardBeside(id: string, direction: 'left' | 'right', places: Places): string | null {
  const here = places.get(id);
  if (here === undefined) return null;
  const sign = direction === 'left' ? -1 : 1;
  const beside = [...places].filter(
    ([other, place]) => other !== id && sign * (place.x - here.x) > 0,
  );
  const nearest = beside.toSorted(([, a], [, b]) => away(a, here) - away(b, here));
  return nearest[0]?.[0] ?? null;
}

function away(place: Place | undefined, from: Place | undefined): number {
  if (place === undefined || from === undefined) return Number.MAX_VALUE;
  return Math.abs(place.x - from.x) + ROW_WEIGHT * Math.abs(place.y - from.y);
}
