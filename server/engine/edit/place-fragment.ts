import type { DocumentNote, Place } from './change.ts';
import type { Fragment } from './fragment.ts';

interface PlacedFragment {
  readonly places: readonly ({ readonly id: string } & Place)[];
  readonly notes: readonly DocumentNote[];
}

/** How far a copy stands beside its original, in pixels. */
const BESIDE = 40;

/**
 * Where the copied cards and notes go, keeping their places to each other. Cards that nobody had
 * placed by hand stay with the automatic layout.
 */
export function placeFragment(
  { steps, notes, layout }: Fragment,
  at: Place | null,
): PlacedFragment {
  const ids = new Set(steps.map(({ id }) => id));
  const placed = Object.entries(layout).filter(([id]) => ids.has(id));
  const all = [...placed.map(([, place]) => place), ...notes];
  const left = Math.min(...all.map(({ x }) => x));
  const top = Math.min(...all.map(({ y }) => y));
  const move = ({ x, y }: Place): Place => {
    if (at === null) return { x: x + BESIDE, y: y + BESIDE };
    return { x: x - left + at.x, y: y - top + at.y };
  };
  return {
    places: placed.map(([id, place]) => ({ id, ...move(place) })),
    notes: notes.map((note) => ({ ...note, ...move(note) })),
  };
}
