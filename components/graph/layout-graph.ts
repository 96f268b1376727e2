import { Graph, layout as runDagre } from '@dagrejs/dagre';
import type { GraphEdge, GraphModel, GraphNode } from './graph-model.ts';
import { type GraphSizes, endWidth } from './graph-sizes.ts';
import { placePorts } from './place-ports.ts';
import { type Point, type Row, type RoutedEdge, routeEdges } from './route-edges.ts';
import { siblingOrder } from './sibling-order.ts';
import { passingId, spineOf, straighten } from './straighten.ts';

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
  const ranked = rank(model, sizes);
  const boxes = model.nodes.map((node) => {
    const size = sizeOf(node, sizes);
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
    [...ranked.via].map(([id, points]) => [id, chosenTouches(model, id, chosen) ? [] : points.map(shift)]),
  );
  const rows = ranked.rows.map((row): Row => ({ top: row.top - top, bottom: row.bottom - top, gap: row.gap }));
  const edges = routeEdges(model.edges, nodes, via, rows);
  const right = Math.max(
    0,
    ...nodes.map((node) => node.x + node.width),
    ...edges.flatMap((edge) => edge.points.map((point) => point.x)),
  );
  return { nodes, edges, width: right, height: Math.max(0, ...nodes.map((node) => node.y + node.height)) };
}

function chosenTouches(
  model: GraphModel,
  id: string,
  chosen: Readonly<Record<string, unknown>>,
): boolean {
  const edge = model.edges.find((candidate) => candidate.id === id);
  return edge !== undefined && (edge.from in chosen || edge.to in chosen);
}

function sizeOf(node: GraphNode, sizes: GraphSizes): { width: number; height: number } {
  return node.kind === 'end'
    ? { width: endWidth(node.name), height: sizes.endHeight }
    : { width: sizes.cardWidth, height: sizes.cardHeight };
}

interface Ranked {
  readonly centres: ReadonlyMap<string, Point>;
  /** Points that a long edge passes between its ends, one per row, by edge id. */
  readonly via: ReadonlyMap<string, readonly Point[]>;
  readonly rows: readonly Row[];
}

/** Columns come from dagre; rows are set by our own gaps, so that named ports have room. */
function rank(model: GraphModel, sizes: GraphSizes): Ranked {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: sizes.columnGap, edgesep: 24, ranksep: 40, ranker: 'network-simplex' });
  for (const node of model.nodes)
    graph.setNode(node.id, { width: sizeOf(node, sizes).width, height: sizes.cardHeight });
  const forward = model.edges.filter((edge) => !edge.back);
  // One line per pair of steps: several ports that lead to one step share its column.
  for (const edge of forward) {
    const straight = graph.hasEdge(edge.from, edge.to) || isFirstPort(model, edge);
    graph.setEdge(edge.from, edge.to, { weight: straight ? 6 : 1, minlen: 1 });
  }
  runDagre(graph, { constraints: siblingOrder(forward, (edge) => isFirstPort(model, edge)) });

  const levels = [...new Set(model.nodes.map((node) => Math.round(centre(graph, node.id).y)))].sort(
    (a, b) => a - b,
  );
  const rows = rowsOf(model, graph, levels, sizes);
  const rowAt = (y: number): number => levels.findIndex((level) => Math.abs(level - y) < 4);
  const passings = forward.flatMap((edge) => {
    const label = graph.edge({ v: edge.from, w: edge.to }) as { points?: Point[] };
    return (label.points ?? []).slice(1, -1).flatMap((point) => {
      const row = rowAt(point.y);
      return row < 0 ? [] : [{ edge, row, x: point.x }];
    });
  });
  const placed = straighten(
    [
      ...model.nodes.map((node) => ({
        id: node.id,
        row: rowAt(centre(graph, node.id).y),
        x: centre(graph, node.id).x,
        width: sizeOf(node, sizes).width,
        from: forward.filter((edge) => edge.to === node.id).map((edge) => edge.from),
      })),
      ...passings.map(({ edge, row, x }) => ({
        id: passingId(edge.id, row),
        row,
        x,
        width: 0,
        from: [edge.from],
      })),
    ],
    spineOf(forward, (edge) => isFirstPort(model, edge)),
    sizes.columnGap,
  );
  const centres = new Map(
    model.nodes.map((node) => {
      const at = centre(graph, node.id);
      const half = sizeOf(node, sizes).height / 2;
      const top = rows[rowAt(at.y)]?.top;
      return [node.id, { x: placed.get(node.id) ?? at.x, y: top === undefined ? at.y : top + half }];
    }),
  );
  const via = new Map(
    forward.map((edge) => [
      edge.id,
      passings
        .filter((passing) => passing.edge === edge)
        .map(({ row, x }) => ({
          x: placed.get(passingId(edge.id, row)) ?? x,
          y: ((rows[row]?.top ?? 0) + (rows[row]?.bottom ?? 0)) / 2,
        })),
    ]),
  );
  return { centres, via, rows };
}

function rowsOf(model: GraphModel, graph: Graph, levels: readonly number[], sizes: GraphSizes): Row[] {
  const rows: Row[] = [];
  let top = 0;
  for (const level of levels) {
    const here = model.nodes.filter((node) => Math.abs(centre(graph, node.id).y - level) < 4);
    const onlyEnds = here.every((node) => node.kind === 'end');
    const named = here.some((node) => node.ports.length > 1);
    const height = onlyEnds ? sizes.endHeight : sizes.cardHeight;
    const gap = named ? sizes.namedRowGap : sizes.rowGap;
    rows.push({ top, bottom: top + height, gap });
    top += height + gap;
  }
  return rows;
}

function centre(graph: Graph, id: string): Point {
  const node = graph.node(id) as { x?: number; y?: number };
  return { x: node.x ?? 0, y: node.y ?? 0 };
}

function isFirstPort(model: GraphModel, edge: GraphEdge): boolean {
  const ports = model.nodes.find((node) => node.id === edge.from)?.ports ?? [];
  return ports.length <= 1 || ports[0]?.id === edge.port;
}
