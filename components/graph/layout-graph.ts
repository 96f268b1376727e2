import type { GraphModel, GraphNode } from './graph-model.ts';
import { type GraphSizes, nodeSize } from './graph-sizes.ts';
import { placePorts } from './place-ports.ts';
import { rankGraph, type Ranked } from './rank-graph.ts';
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

export interface PlacedGraph {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly RoutedEdge[];
  /** What is drawn, with everything inside. */
  readonly box: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
}

type Places = Readonly<Record<string, { readonly x: number; readonly y: number }>>;

/**
 * Top to bottom, the first port's path straight down where it can be. Loops are left out of the
 * ranking and drawn up the right side. Places that a person chose win over computed ones.
 */
export function layoutGraph(
  model: GraphModel,
  sizes: GraphSizes,
  chosen: Places = {},
): GraphLayout {
  const { nodes, edges, box } = placeGraph(model, sizes, rankGraph(model, sizes), chosen);
  const shift = <P extends Point>(point: P): P => ({
    ...point,
    x: point.x - box.x,
    y: point.y - box.y,
  });
  return {
    nodes: nodes.map(shift),
    edges: edges.map((edge) => ({
      ...edge,
      points: edge.points.map(shift),
      labelAt: shift(edge.labelAt),
    })),
    width: box.width,
    height: box.height,
  };
}

/**
 * The same, where it stands: the trigger's computed place is the origin, so that what a person
 * placed by hand stays in place while the graph grows.
 */
export function placeGraph(
  model: GraphModel,
  sizes: GraphSizes,
  ranked: Ranked,
  chosen: Places,
): PlacedGraph {
  const trigger = ranked.centres.get('trigger') ?? { x: 0, y: 0 };
  const shift = (point: Point): Point => ({
    x: point.x - trigger.x + sizes.cardWidth / 2,
    y: point.y - trigger.y + sizes.cardHeight / 2,
  });
  const boxes = model.nodes.map((node) => {
    const size = nodeSize(node, sizes);
    const at = shift(ranked.centres.get(node.id) ?? trigger);
    const own = chosen[node.id];
    return {
      node,
      x: own?.x ?? at.x - size.width / 2,
      y: own?.y ?? at.y - size.height / 2,
      ...size,
    };
  });
  const centreOf = new Map(boxes.map((box) => [box.node.id, box.x + box.width / 2]));
  const leaving = Map.groupBy(model.edges, (edge) => edge.from);
  const nodes = boxes.map(
    ({ node, x, y, width, height }): PlacedNode => ({
      ...node,
      x,
      y,
      width,
      height,
      portX: placePorts(node, { left: x, width }, leaving.get(node.id) ?? [], centreOf),
    }),
  );
  const via = new Map(
    [...ranked.via].map(([id, points]) => [
      id,
      chosenTouches(model, id, chosen) ? [] : points.map(shift),
    ]),
  );
  const down = sizes.cardHeight / 2 - trigger.y;
  const rows = ranked.rows.map(
    (row): Row => ({ top: row.top + down, bottom: row.bottom + down, gap: row.gap }),
  );
  const edges = routeEdges(model.edges, nodes, via, rows);
  return { nodes, edges, box: boxAround(nodes, edges) };
}

function boxAround(nodes: readonly PlacedNode[], edges: readonly RoutedEdge[]): PlacedGraph['box'] {
  const corners = edges.flatMap((edge) => edge.points);
  const x = Math.min(...nodes.map((node) => node.x), ...corners.map((point) => point.x));
  const y = Math.min(...nodes.map((node) => node.y), ...corners.map((point) => point.y));
  const right = nodes.map((node) => node.x + node.width);
  return {
    x,
    y,
    width: Math.max(...right, ...corners.map((point) => point.x)) - x,
    height: Math.max(...nodes.map((node) => node.y + node.height)) - y,
  };
}

function chosenTouches(model: GraphModel, id: string, chosen: Places): boolean {
  const edge = model.edges.find((candidate) => candidate.id === id);
  return edge !== undefined && (edge.from in chosen || edge.to in chosen);
}
