import { Graph, layout as runDagre } from '@dagrejs/dagre';
import type { GraphEdge, GraphModel } from './graph-model.ts';
import { type GraphSizes, nodeSize } from './graph-sizes.ts';
import type { Point, Row } from './route-edges.ts';
import { siblingOrder } from './sibling-order.ts';
import { spineOf, straighten } from './straighten.ts';

export interface Ranked {
  readonly centres: ReadonlyMap<string, Point>;
  /** Points that a long edge passes between its ends, one per row, by edge id. */
  readonly via: ReadonlyMap<string, readonly Point[]>;
  readonly rows: readonly Row[];
}

/** A long edge's way through a row that it does not end in. */
interface Passing {
  readonly id: string;
  readonly edge: GraphEdge;
  readonly row: number;
  readonly x: number;
}

interface Columns {
  readonly nodes: ReadonlyMap<string, { readonly x: number; readonly row: number }>;
  readonly passings: readonly Passing[];
  readonly rowCount: number;
}

/**
 * Columns come from dagre, with the main path pulled straight; rows are set by our own gaps, so
 * that named ports have room.
 */
export function rankGraph(model: GraphModel, sizes: GraphSizes): Ranked {
  const forward = model.edges.filter((edge) => !edge.back);
  const columns = findColumns(model, forward, sizes);
  const rows = rowsOf(model, columns, sizes);
  const x = straightColumns(model, forward, columns, sizes);
  const centres = new Map(
    model.nodes.map((node) => {
      const row = rows[columns.nodes.get(node.id)?.row ?? 0];
      return [
        node.id,
        { x: x.get(node.id) ?? 0, y: (row?.top ?? 0) + nodeSize(node, sizes).height / 2 },
      ];
    }),
  );
  const pointOf = ({ id, row }: Passing): Point => ({
    x: x.get(id) ?? 0,
    y: ((rows[row]?.top ?? 0) + (rows[row]?.bottom ?? 0)) / 2,
  });
  const via = new Map(
    forward.map((edge) => [
      edge.id,
      columns.passings.filter((passing) => passing.edge === edge).map(pointOf),
    ]),
  );
  return { centres, via, rows };
}

function findColumns(model: GraphModel, forward: readonly GraphEdge[], sizes: GraphSizes): Columns {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: sizes.columnGap, edgesep: 24, ranksep: 40 });
  for (const node of model.nodes)
    graph.setNode(node.id, { width: nodeSize(node, sizes).width, height: sizes.cardHeight });
  // One line per pair of steps: several ports that lead to one step share its column.
  for (const edge of forward) {
    const straight = graph.hasEdge(edge.from, edge.to) || isFirstPort(model, edge);
    graph.setEdge(edge.from, edge.to, { weight: straight ? 6 : 1, minlen: 1 });
  }
  runDagre(graph, { constraints: siblingOrder(forward, (edge) => isFirstPort(model, edge)) });

  const at = (id: string): Point => {
    const node = graph.node(id) as Partial<Point>;
    return { x: node.x ?? 0, y: node.y ?? 0 };
  };
  const heights = new Set(model.nodes.map((node) => Math.round(at(node.id).y)));
  const levels = [...heights].toSorted((a, b) => a - b);
  const rowAt = (y: number): number => levels.findIndex((level) => Math.abs(level - y) < 4);
  const passings = forward.flatMap((edge) => {
    const { points = [] } = graph.edge(edge.from, edge.to) as { points?: Point[] };
    return points.slice(1, -1).flatMap((point): Passing[] => {
      const row = rowAt(point.y);
      return row < 0 ? [] : [{ id: `${edge.id}@${row}`, edge, row, x: point.x }];
    });
  });
  const nodes = new Map(
    model.nodes.map((node) => [node.id, { x: at(node.id).x, row: rowAt(at(node.id).y) }]),
  );
  return { nodes, passings, rowCount: levels.length };
}

function straightColumns(
  model: GraphModel,
  forward: readonly GraphEdge[],
  { nodes, passings }: Columns,
  sizes: GraphSizes,
): ReadonlyMap<string, number> {
  const cards = model.nodes.map((node) => ({
    id: node.id,
    row: nodes.get(node.id)?.row ?? 0,
    x: nodes.get(node.id)?.x ?? 0,
    width: nodeSize(node, sizes).width,
    from: forward.filter((edge) => edge.to === node.id).map((edge) => edge.from),
  }));
  const lines = passings.map(({ id, row, x, edge }) => ({
    id,
    row,
    x,
    width: 0,
    from: [edge.from],
  }));
  const spine = spineOf(forward, (edge) => isFirstPort(model, edge));
  return straighten([...cards, ...lines], spine, sizes.columnGap);
}

function rowsOf(model: GraphModel, columns: Columns, sizes: GraphSizes): Row[] {
  const rows: Row[] = [];
  let top = 0;
  for (let row = 0; row < columns.rowCount; row += 1) {
    const here = model.nodes.filter((node) => columns.nodes.get(node.id)?.row === row);
    const onlyEnds = here.every((node) => node.kind === 'end');
    const named = here.some((node) => node.ports.length > 1);
    const bottom = top + (onlyEnds ? sizes.endHeight : sizes.cardHeight);
    const gap = named ? sizes.namedRowGap : sizes.rowGap;
    rows.push({ top, bottom, gap });
    top = bottom + gap;
  }
  return rows;
}

function isFirstPort(model: GraphModel, edge: GraphEdge): boolean {
  const ports = model.nodes.find((node) => node.id === edge.from)?.ports ?? [];
  return ports.length <= 1 || ports[0]?.id === edge.port;
}
