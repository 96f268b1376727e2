import type { GraphModel, GraphNode } from './graph-model.ts';
import { type GraphSizes, nodeSize } from './graph-sizes.ts';
import { placePorts } from './place-ports.ts';
import { rankGraph } from './rank-graph.ts';
import { type Point, type RoutedEdge, type Row, routeEdges } from './route-edges.ts';

export interface PlacedNode extends GraphNode {
  /** Upper left corner. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Where each port stands on the lower edge, from the left, by port id. */
  readonly portX: ReadonlyMap<string, number>;
}

export interface GraphLayout {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly RoutedEdge[];
  readonly width: number;
  readonly height: number;
}

/**
 * Top to bottom, the first port's path straight down where it can be. Loops are left out of the
 * ranking and drawn up the right side. Places that a person chose win over computed ones.
 */
export function layoutGraph(
  model: GraphModel,
  sizes: GraphSizes,
  chosen: Readonly<Record<string, { x: number; y: number }>> = {},
): GraphLayout {
  const ranked = rankGraph(model, sizes);
  const boxes = model.nodes.map((node) => {
    const size = nodeSize(node, sizes);
    const at = ranked.centres.get(node.id) ?? { x: 0, y: 0 };
    const own = chosen[node.id];
    const x = own?.x ?? at.x - size.width / 2;
    const y = own?.y ?? at.y - size.height / 2;
    return { node, x, y, ...size };
  });
  const left = Math.min(0, ...boxes.map((box) => box.x));
  const top = Math.min(0, ...boxes.map((box) => box.y));
  const centreOf = new Map(boxes.map((box) => [box.node.id, box.x + box.width / 2]));

  const nodes = boxes.map(
    (box): PlacedNode => ({
      ...box.node,
      x: box.x - left,
      y: box.y - top,
      width: box.width,
      height: box.height,
      portX: placePorts(
        box.node,
        { left: box.x, width: box.width },
        model.edges.filter((edge) => edge.from === box.node.id),
        centreOf,
      ),
    }),
  );
  const shift = (point: Point): Point => ({ x: point.x - left, y: point.y - top });
  const via = new Map(
    [...ranked.via].map(([id, points]) => [
      id,
      chosenTouches(model, id, chosen) ? [] : points.map(shift),
    ]),
  );
  const rows = ranked.rows.map(
    (row): Row => ({ top: row.top - top, bottom: row.bottom - top, gap: row.gap }),
  );
  const edges = routeEdges(model.edges, nodes, via, rows);
  const right = Math.max(
    0,
    ...nodes.map((node) => node.x + node.width),
    ...edges.flatMap((edge) => edge.points.map((point) => point.x)),
  );
  return {
    nodes,
    edges,
    width: right,
    height: Math.max(0, ...nodes.map((node) => node.y + node.height)),
  };
}

function chosenTouches(
  model: GraphModel,
  id: string,
  chosen: Readonly<Record<string, unknown>>,
): boolean {
  const edge = model.edges.find((candidate) => candidate.id === id);
  return edge !== undefined && (edge.from in chosen || edge.to in chosen);
}
