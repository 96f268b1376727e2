import type { GraphEdge } from './graph-model.ts';

export interface LeftOf {
  readonly left: string;
  readonly right: string;
}

/**
 * Which targets stand left of which: the first port's in the middle of its siblings, the others in
 * their order around it. Wishes that contradict earlier ones are left out, since a circle of them
 * cannot be drawn.
 */
export function siblingOrder(
  edges: readonly GraphEdge[],
  isFirstPort: (edge: GraphEdge) => boolean,
): LeftOf[] {
  const kept: LeftOf[] = [];
  for (const siblings of Map.groupBy(edges, (edge) => edge.from).values())
    for (const wish of wishesOf(siblings, isFirstPort))
      if (!reaches(kept, wish.right, wish.left)) kept.push(wish);
  return kept;
}

function wishesOf(
  siblings: readonly GraphEdge[],
  isFirstPort: (edge: GraphEdge) => boolean,
): LeftOf[] {
  const first = siblings.find(isFirstPort);
  if (siblings.length < 2 || first === undefined) return [];
  const others = siblings.filter((edge) => edge !== first);
  const half = Math.floor(others.length / 2);
  const drawn = [...others.slice(0, half), first, ...others.slice(half)];
  return drawn.flatMap((edge, index) => {
    const right = drawn[index + 1];
    return right === undefined || right.to === edge.to ? [] : [{ left: edge.to, right: right.to }];
  });
}

/** Whether the wishes already say that `from` stands left of `to`, directly or through others. */
function reaches(wishes: readonly LeftOf[], from: string, to: string): boolean {
  const queue = [from];
  for (const id of queue) {
    if (id === to) return true;
    for (const wish of wishes)
      if (wish.left === id && !queue.includes(wish.right)) queue.push(wish.right);
  }
  return false;
}
