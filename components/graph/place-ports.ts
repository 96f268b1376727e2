import type { GraphEdge, GraphNode } from './graph-model.ts';

/** Ports keep this far from a card's corners. */
const INSET = 18;
/** And this far from each other. */
const APART = 24;

/**
 * Where a node's ports stand on its lower edge, from its left side: right above their target where
 * that lies under the card, else on the side that the edge leaves to, so that edges do not cross.
 */
export function placePorts(
  node: GraphNode,
  box: { readonly left: number; readonly width: number },
  edges: readonly GraphEdge[],
  centreOf: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const middle = box.width / 2;
  const ids = node.kind === 'end' ? [] : node.ports.map((port) => port.id);
  const implied = edges.filter((edge) => !ids.includes(edge.port)).map((edge) => edge.port);
  const all = [...ids, ...new Set(implied)];
  if (all.length <= 1) return new Map(all.map((id) => [id, middle]));

  const wanted = all.map((id) => ({ id, x: targetOf(id, edges, centreOf, box.left) }));
  const under = wanted.filter(({ x }) => x !== null && x >= INSET && x <= box.width - INSET);
  const straight = spread(under.map(({ id, x }) => ({ id, x: x ?? middle })));
  const anchor = straight[0]?.x ?? middle;
  const lefts = wanted.filter(({ x }) => x !== null && x < INSET);
  const rights = wanted.filter(({ x }) => x === null || x > box.width - INSET);
  return new Map([
    ...slots(lefts, 0, straight.length > 0 ? Math.min(...straight.map((port) => port.x)) : middle),
    ...straight.map(({ id, x }): [string, number] => [id, x]),
    ...slots(
      rights,
      straight.length > 0
        ? Math.max(...straight.map((port) => port.x))
        : lefts.length > 0
          ? anchor
          : 0,
      box.width,
    ),
  ]);
}

/** Where the port's edge wants to go, from the card's left side; null where nothing is connected. */
function targetOf(
  port: string,
  edges: readonly GraphEdge[],
  centreOf: ReadonlyMap<string, number>,
  left: number,
): number | null {
  const mine = edges.filter((edge) => edge.port === port);
  if (mine.length === 0) return null;
  if (mine.every((edge) => edge.back)) return Number.POSITIVE_INFINITY;
  const centres = mine.flatMap((edge) =>
    edge.back ? [] : [(centreOf.get(edge.to) ?? left) - left],
  );
  return centres.reduce((sum, x) => sum + x, 0) / centres.length;
}

function slots(
  ports: readonly { id: string; x: number | null }[],
  from: number,
  to: number,
): [string, number][] {
  const ordered = ports.toSorted((a, b) => (a.x ?? 1e8) - (b.x ?? 1e8));
  return ordered.map(({ id }, index) => [
    id,
    from + ((to - from) * (index + 1)) / (ordered.length + 1),
  ]);
}

/** Keeps ports that want the same place apart. */
function spread(ports: readonly { id: string; x: number }[]): { id: string; x: number }[] {
  const ordered = ports.toSorted((a, b) => a.x - b.x);
  let last = Number.NEGATIVE_INFINITY;
  return ordered.map(({ id, x }) => {
    last = Math.max(x, last + APART);
    return { id, x: last };
  });
}
