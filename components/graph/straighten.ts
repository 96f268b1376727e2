import type { GraphEdge } from './graph-model.ts';

/** Something that takes room in a row: a card, an end, or a long edge that passes. */
export interface Item {
  readonly id: string;
  readonly row: number;
  readonly x: number;
  readonly width: number;
  /** What leads here, nearest first: items in rows without a spine take its side. */
  readonly from: readonly string[];
}

type Side = 'left' | 'right';

/**
 * Puts the main path (the first way on of each step, from the trigger) on one straight line. Every
 * branch beside it keeps its shape and stands as near as the ones before it leave room, so nothing
 * overlaps. Returns the new x of each item's middle.
 */
export function straighten(
  items: readonly Item[],
  spine: readonly string[],
  gap: number,
): ReadonlyMap<string, number> {
  const onSpine = new Set(spine);
  const main = items.filter((item) => onSpine.has(item.id));
  const first = main.find((item) => item.id === spine[0]);
  if (first === undefined) return new Map(items.map((item) => [item.id, item.x]));
  const spineAt = new Map(main.map((item) => [item.row, item]));
  const sides = sidesOf(items, onSpine, spineAt);
  const placed = new Map(main.map((item) => [item.id, first.x]));
  for (const side of ['left', 'right'] as const) {
    const branches = branchesOf(items.filter((item) => sides.get(item.id) === side));
    const sign = side === 'left' ? -1 : 1;
    const nearest = branches.toSorted((a, b) => nearness(a, sign) - nearness(b, sign));
    for (const branch of nearest) {
      const by = roomFor(branch, items, placed, sign, gap);
      for (const item of branch) placed.set(item.id, item.x + by);
    }
  }
  return placed;
}

function nearness(branch: readonly Item[], sign: 1 | -1): number {
  return Math.min(...branch.map((item) => sign * item.x));
}

/** How far a branch has to move so that it stands just beside everything placed in its rows. */
function roomFor(
  branch: readonly Item[],
  items: readonly Item[],
  placed: ReadonlyMap<string, number>,
  sign: 1 | -1,
  gap: number,
): number {
  const needed = branch.flatMap((item) =>
    items.flatMap((other) => {
      const x = placed.get(other.id);
      if (x === undefined || other.row !== item.row) return [];
      return [sign * x + other.width / 2 + gap - (sign * item.x - item.width / 2)];
    }),
  );
  return needed.length === 0 ? 0 : sign * Math.max(...needed);
}

/** Items of one side that hang together. */
function branchesOf(items: readonly Item[]): Item[][] {
  const branches: Item[][] = [];
  for (const item of items.toSorted((a, b) => a.row - b.row)) {
    const touching = branches.filter((branch) =>
      branch.some((other) => item.from.includes(other.id)),
    );
    const joined = [...touching.flat(), item];
    for (const branch of touching) branches.splice(branches.indexOf(branch), 1);
    branches.push(joined);
  }
  return branches;
}

function sidesOf(
  items: readonly Item[],
  onSpine: ReadonlySet<string>,
  spineAt: ReadonlyMap<number, Item>,
): ReadonlyMap<string, Side> {
  const sides = new Map<string, Side>();
  for (const item of items.toSorted((a, b) => a.row - b.row)) {
    if (onSpine.has(item.id)) continue;
    const middle = spineAt.get(item.row);
    const inherited = item.from.map((id) => sides.get(id)).find((side) => side !== undefined);
    if (middle !== undefined) sides.set(item.id, item.x < middle.x ? 'left' : 'right');
    else sides.set(item.id, inherited ?? 'right');
  }
  return sides;
}

/** From the trigger on by each step's first way that is drawn. */
export function spineOf(
  edges: readonly GraphEdge[],
  isFirstPort: (edge: GraphEdge) => boolean,
): string[] {
  const spine = ['trigger'];
  for (const id of spine) {
    const ways = edges.filter((edge) => edge.from === id && !spine.includes(edge.to));
    const next = ways.find(isFirstPort) ?? ways[0];
    if (next !== undefined) spine.push(next.to);
  }
  return spine;
}
