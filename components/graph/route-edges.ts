import type { GraphEdge } from './graph-model.ts';
import { labelWidth } from './graph-sizes.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** One row of the layout, and the free space below it. */
export interface Row {
  readonly top: number;
  readonly bottom: number;
  readonly gap: number;
}

export interface RoutedEdge extends GraphEdge {
  /** Corners of a path of right angles, from the port to the target's upper edge. */
  readonly points: readonly Point[];
  /** Where the label's middle is (`on` the line) or its left end (`beside` it). */
  readonly labelAt: Point & { readonly placement: 'on' | 'beside' };
}

interface Box {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly portX: ReadonlyMap<string, number>;
}

const LANE = 14;
/** Lines turn this far below a row; what stands straight below has its name beneath the turn. */
const TURN = 22;

/** Routes every edge with right angles only; siblings that leave to one side take separate lanes. */
export function routeEdges(
  edges: readonly GraphEdge[],
  nodes: readonly Box[],
  via: ReadonlyMap<string, readonly Point[]>,
  rows: readonly Row[],
): RoutedEdge[] {
  const boxOf = new Map(nodes.map((node) => [node.id, node]));
  const arriving = new Map<string, number>();
  for (const { to, back } of edges) if (!back) arriving.set(to, (arriving.get(to) ?? 0) + 1);
  let loops = 0;
  return edges.flatMap((edge) => {
    const from = boxOf.get(edge.from);
    const to = boxOf.get(edge.to);
    if (from === undefined || to === undefined) return [];
    const start = {
      x: from.x + (from.portX.get(edge.port) ?? from.width / 2),
      y: from.y + from.height,
    };
    const end = { x: to.x + to.width / 2, y: to.y };
    const upwards = edge.back || end.y < start.y;
    const points = upwards
      ? routeBack(start, to, nodes, (loops += 1))
      : routeDown(start, end, via.get(edge.id) ?? [], rows, laneOf(edge, edges, from, boxOf));
    const shared = (arriving.get(edge.to) ?? 0) > 1;
    return [{ ...edge, points, labelAt: placeLabel(edge, points, shared) }];
  });
}

/** How far below the middle of the gap this edge turns: the nearer its target, the lower. */
function laneOf(
  edge: GraphEdge,
  edges: readonly GraphEdge[],
  from: Box,
  boxOf: ReadonlyMap<string, Box>,
): number {
  const x = (id: string): number => {
    const box = boxOf.get(id);
    return box === undefined ? 0 : box.x + box.width / 2;
  };
  const own = from.x + (from.portX.get(edge.port) ?? from.width / 2);
  const side = Math.sign(x(edge.to) - own);
  const beside = edges
    .filter((other) => other.from === edge.from && !other.back)
    .filter((other) => {
      const port = from.x + (from.portX.get(other.port) ?? from.width / 2);
      return Math.abs(x(other.to) - port) > 2 && Math.sign(x(other.to) - port) === side;
    })
    .toSorted((a, b) => side * (x(b.to) - x(a.to)));
  const index = beside.indexOf(edge);
  return index < 0 ? 0 : (index - (beside.length - 1) / 2) * LANE;
}

function routeDown(
  start: Point,
  end: Point,
  via: readonly Point[],
  rows: readonly Row[],
  lane: number,
): Point[] {
  const points: Point[] = [start];
  let at = start;
  for (const [index, next] of [...via, end].entries()) {
    if (Math.abs(next.x - at.x) >= 2) {
      const turn = turnBelow(index === 0 ? start.y : at.y, end.y, rows) + (index === 0 ? lane : 0);
      points.push({ x: at.x, y: turn }, { x: next.x, y: turn });
    }
    at = Math.abs(next.x - at.x) >= 2 ? next : { x: at.x, y: next.y };
  }
  points.push({ x: at.x, y: end.y });
  return points;
}

/** The middle of the free space below the row that holds `y`, or halfway where there is no row. */
function turnBelow(y: number, end: number, rows: readonly Row[]): number {
  const row = rows.find((candidate) => y >= candidate.top - 1 && y <= candidate.bottom + 1);
  const turn = row === undefined ? (y + end) / 2 : row.bottom + Math.min(row.gap / 2, TURN);
  return Math.min(turn, Math.max(y + 8, end - 8));
}

/** Down out of the port, up the right side of everything between, and into the target's right side. */
function routeBack(start: Point, to: Box, nodes: readonly Box[], loop: number): Point[] {
  const between = nodes.filter((node) => node.y + node.height > to.y - 1 && node.y < start.y + 1);
  const right = Math.max(start.x, to.x + to.width, ...between.map((node) => node.x + node.width));
  const x = right + 20 + LANE * (loop - 1);
  const below = start.y + 12;
  const into = { x: to.x + to.width, y: to.y + to.height / 2 };
  const blocked = nodes.some(
    (node) =>
      node.id !== to.id &&
      node.x + node.width > into.x &&
      node.x < x &&
      node.y < into.y &&
      node.y + node.height > into.y,
  );
  const rising = [start, { x: start.x, y: below }, { x, y: below }];
  if (!blocked) return [...rising, { x, y: into.y }, into];
  // Another card stands between: over it, and in from above.
  const above = { x: to.x + to.width / 2, y: to.y - 14 };
  return [...rising, { x, y: above.y }, above, { x: above.x, y: to.y }];
}

/** The head of the arrow at the end of a line, as an SVG path. */
export function arrowHead(points: readonly Point[]): string {
  const tip = points.at(-1) ?? { x: 0, y: 0 };
  const before = points.at(-2) ?? tip;
  return before.y === tip.y
    ? `M ${tip.x + 9} ${tip.y - 5} L ${tip.x + 2} ${tip.y} L ${tip.x + 9} ${tip.y + 5}`
    : `M ${tip.x - 5} ${tip.y - 9} L ${tip.x} ${tip.y - 2} L ${tip.x + 5} ${tip.y - 9}`;
}

/** Whether a line goes up again: against the reading, and so with the head of an arrow. */
export function isLoop({ points }: Pick<RoutedEdge, 'points'>): boolean {
  const [start] = points;
  const end = points.at(-1);
  return start !== undefined && end !== undefined && end.y < start.y;
}

/** `shared`: other lines come in by the same last stretch, so that a name there would be nobody's. */
function placeLabel(
  edge: GraphEdge,
  points: readonly Point[],
  shared: boolean,
): RoutedEdge['labelAt'] {
  const [start, turn, far] = points;
  if (start === undefined || turn === undefined) return { x: 0, y: 0, placement: 'on' };
  const run = far === undefined ? 0 : Math.abs(far.x - turn.x);
  if (far !== undefined && edge.label !== null && run >= labelWidth(edge.label) + 24)
    return { x: (turn.x + far.x) / 2, y: turn.y, placement: 'on' };
  const last = points.at(-1) ?? turn;
  if (isLoop({ points }) && far !== undefined) {
    const high = points[3] ?? far;
    return { x: far.x + 10, y: (far.y + high.y) / 2, placement: 'beside' };
  }
  if (shared && far !== undefined) {
    return {
      x: start.x + 6,
      y: Math.min((start.y + turn.y) / 2 + 2, start.y + 12),
      placement: 'beside',
    };
  }
  // Beside the last stretch down, where a straight edge's neighbours have already left.
  const corner = points.length > 2 ? (points.at(-2) ?? turn) : start;
  const y =
    points.length > 2 ? (corner.y + last.y) / 2 : start.y + Math.min(46, (last.y - start.y) * 0.7);
  return { x: last.x + 10, y, placement: 'beside' };
}

/** An SVG path through the points whose corners are rounded by up to `radius`. */
export function roundedPath(points: readonly Point[], radius: number): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  const parts = [`M ${first.x} ${first.y}`];
  for (const [index, corner] of rest.entries()) {
    const before = points[index];
    const after = points[index + 2];
    if (before === undefined || after === undefined) {
      parts.push(`L ${corner.x} ${corner.y}`);
      continue;
    }
    const r = Math.min(radius, distance(before, corner) / 2, distance(corner, after) / 2);
    const enter = towards(corner, before, r);
    const leave = towards(corner, after, r);
    parts.push(`L ${enter.x} ${enter.y}`, `Q ${corner.x} ${corner.y} ${leave.x} ${leave.y}`);
  }
  return parts.join(' ');
}

function distance(a: Point, b: Point): number {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
}

function towards(from: Point, to: Point, by: number): Point {
  return { x: from.x + Math.sign(to.x - from.x) * by, y: from.y + Math.sign(to.y - from.y) * by };
}
