import type { PlacedGraph } from '#components/graph/layout-graph.ts';
import { isLoop, type Point, type RoutedEdge } from '#components/graph/route-edges.ts';

/** How near a dragged card's upper edge must come to a "+", in canvas pixels. */
const REACH = 48;

/** Where an edge's "+" stands: on its last stretch down, above the target; of a loop, on its way up. */
export function plusOf(edge: Pick<RoutedEdge, 'points'>): Point {
  const [, , low, high] = edge.points;
  if (isLoop(edge) && low !== undefined && high !== undefined) {
    return { x: low.x, y: (low.y + high.y) / 2 };
  }
  const end = edge.points.at(-1) ?? { x: 0, y: 0 };
  const corner = edge.points.at(-2) ?? end;
  const up = Math.max(0, Math.min(18, (end.y - corner.y) / 2));
  return { x: end.x, y: end.y - up };
}

/**
 * The edge that a dragged card would be put onto, if it were dropped now: the nearest whose "+" its
 * middle is close to. Its own edges do not count: it stands there already.
 */
export function landingEdge(
  placed: PlacedGraph,
  cardId: string,
  at: Point & { readonly width: number; readonly height: number },
): RoutedEdge | null {
  const middle = { x: at.x + at.width / 2, y: at.y + at.height / 2 };
  let nearest: RoutedEdge | null = null;
  let distance = Number.POSITIVE_INFINITY;
  for (const edge of placed.edges) {
    if (edge.from === cardId || edge.to === cardId) continue;
    const plus = plusOf(edge);
    const across = Math.abs(plus.x - middle.x);
    const along = Math.abs(plus.y - middle.y);
    if (across > at.width / 2 || along > REACH || across + along >= distance) continue;
    nearest = edge;
    distance = across + along;
  }
  return nearest;
}
