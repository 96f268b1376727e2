import { type Edge, type Node, Position } from '@xyflow/react';
import type { DocumentNote, Place } from '#server/engine/edit/change.ts';
import type { CardExtras } from '#components/graph/graph-marks.ts';
import type { PlacedGraph, PlacedNode } from '#components/graph/layout-graph.ts';
import type { RoutedEdge } from '#components/graph/route-edges.ts';

export type EditorStepNode = Node<
  { readonly node: PlacedNode; readonly extras: CardExtras | undefined },
  'card' | 'end'
>;
export type EditorNoteNode = Node<{ readonly note: DocumentNote }, 'note'>;
export type EditorNode = EditorStepNode | EditorNoteNode;

export type EditorEdge = Edge<
  {
    readonly edge: RoutedEdge;
    /** Between which cards it leads, for those who hear it. */
    readonly names: readonly [from: string, to: string];
    /** A dragged card would land here. */
    readonly landing: boolean;
  },
  'port'
>;

/** What the cards are drawn by, beside their places. */
export interface NodesNow {
  readonly selection: readonly string[];
  readonly extras: ReadonlyMap<string, CardExtras>;
  readonly dragged: ReadonlyMap<string, Place>;
}

interface NodeNow {
  readonly selected: boolean;
  readonly extras: CardExtras | undefined;
  /** Under the pointer: over all other cards. */
  readonly above: boolean;
}

/** A card under the pointer is drawn over the others. */
const ABOVE = 10;

/** Half of a port's ring, which is what the pointer takes hold of. */
const PORT = 9;

/**
 * The placed graph as the library wants it, handles included, so that it measures nothing. What
 * did not change since the last call keeps its identity: the library draws only what did.
 */
export function rememberFlow() {
  let nodes: EditorStepNode[] = [];
  let notes: EditorNoteNode[] = [];
  let edges: EditorEdge[] = [];
  return {
    nodes: (placed: PlacedGraph, now: NodesNow): EditorStepNode[] => {
      nodes = unlessSame(nodes, editorNodes(placed, now, nodes));
      return nodes;
    },
    notes: (
      drawn: readonly DocumentNote[],
      dragged: ReadonlyMap<string, Place>,
      selection: readonly string[],
    ): EditorNoteNode[] => {
      notes = unlessSame(notes, noteNodes(drawn, dragged, selection, notes));
      return notes;
    },
    edges: (
      placed: PlacedGraph,
      selection: readonly string[],
      landingOn: string | null,
    ): EditorEdge[] => {
      edges = unlessSame(edges, editorEdges(placed, { selection, landingOn }, edges));
      return edges;
    },
  };
}

/** The very list from before when everything in it is. */
function unlessSame<T>(before: T[], next: T[]): T[] {
  const same = before.length === next.length && before.every((item, index) => item === next[index]);
  return same ? before : next;
}

function editorNodes(
  placed: PlacedGraph,
  { selection, extras, dragged }: NodesNow,
  before: readonly EditorStepNode[],
): EditorStepNode[] {
  const old = new Map(before.map((node) => [node.id, node]));
  const chosen = new Set(selection);
  return placed.nodes.map((node) => {
    const was = old.get(node.id);
    const now = {
      selected: chosen.has(node.id),
      extras: extras.get(node.id),
      above: dragged.has(node.id),
    };
    return was !== undefined && isSame(was, node, now) ? was : toNode(node, now);
  });
}

function isSame(was: EditorStepNode, node: PlacedNode, now: NodeNow): boolean {
  const { node: old, extras } = was.data;
  return (
    was.selected === now.selected &&
    (was.zIndex === ABOVE) === now.above &&
    sameShallow(extras, now.extras) &&
    old.x === node.x &&
    old.y === node.y &&
    old.width === node.width &&
    old.name === node.name &&
    old.sentence === node.sentence &&
    old.off === node.off &&
    old.kind === node.kind &&
    old.icon === node.icon &&
    samePorts(old, node)
  );
}

function samePorts(a: PlacedNode, b: PlacedNode): boolean {
  return (
    a.ports.length === b.ports.length &&
    a.ports.every((port, index) => {
      const other = b.ports[index];
      return (
        other !== undefined &&
        port.id === other.id &&
        port.label === other.label &&
        port.connected === other.connected &&
        a.portX.get(port.id) === b.portX.get(port.id)
      );
    })
  );
}

function sameShallow(a: CardExtras | undefined, b: CardExtras | undefined): boolean {
  if (a === b) return true;
  return (
    a !== undefined &&
    b !== undefined &&
    a.tag === b.tag &&
    a.problem === b.problem &&
    a.heads?.count === b.heads?.count
  );
}

function toNode(node: PlacedNode, { selected, extras, above }: NodeNow): EditorStepNode {
  return {
    id: node.id,
    type: node.kind === 'end' ? 'end' : 'card',
    position: { x: node.x, y: node.y },
    width: node.width,
    height: node.height,
    measured: { width: node.width, height: node.height },
    selected,
    zIndex: above ? ABOVE : 0,
    handles: [
      { type: 'target', position: Position.Top, x: node.width / 2, y: 0, width: 1, height: 1 },
      ...node.ports.map((port) => ({
        id: port.id,
        type: 'source' as const,
        position: Position.Bottom,
        x: (node.portX.get(port.id) ?? node.width / 2) - PORT / 2,
        y: node.height - PORT / 2,
        width: PORT,
        height: PORT,
      })),
    ],
    data: { node, extras },
  };
}

/** Size of a note, in canvas pixels. */
const NOTE = { width: 200, height: 120 };

function noteNodes(
  notes: readonly DocumentNote[],
  dragged: ReadonlyMap<string, Place>,
  selection: readonly string[],
  before: readonly EditorNoteNode[],
): EditorNoteNode[] {
  const old = new Map(before.map((node) => [node.id, node]));
  return notes.map((note) => {
    const id = `note:${note.id}`;
    const { x, y } = dragged.get(id) ?? note;
    const selected = selection.includes(id);
    const was = old.get(id);
    const same =
      was?.data.note === note &&
      was.selected === selected &&
      was.position.x === x &&
      was.position.y === y;
    if (was !== undefined && same) return was;
    return {
      id,
      type: 'note',
      position: { x, y },
      ...NOTE,
      measured: NOTE,
      selected,
      handles: [],
      data: { note },
    };
  });
}

function editorEdges(
  placed: PlacedGraph,
  { selection, landingOn }: { selection: readonly string[]; landingOn: string | null },
  before: readonly EditorEdge[],
): EditorEdge[] {
  const old = new Map(before.map((edge) => [edge.id, edge]));
  const nameOf = new Map(placed.nodes.map((node) => [node.id, node.name]));
  const chosen = new Set(selection);
  return placed.edges.map((edge) => {
    const landing = edge.id === landingOn;
    const selected = chosen.has(`edge:${edge.id}`);
    const names = [nameOf.get(edge.from) ?? '', nameOf.get(edge.to) ?? ''] as const;
    const was = old.get(edge.id);
    const same =
      was?.data !== undefined &&
      was.selected === selected &&
      was.data.landing === landing &&
      was.data.names[0] === names[0] &&
      was.data.names[1] === names[1] &&
      sameWay(was.data.edge, edge);
    if (was !== undefined && same) return was;
    return {
      id: edge.id,
      type: 'port',
      source: edge.from,
      sourceHandle: edge.port,
      target: edge.to,
      selected,
      data: { edge, names, landing },
    };
  });
}

function sameWay(a: RoutedEdge, b: RoutedEdge): boolean {
  return (
    a.label === b.label &&
    a.back === b.back &&
    a.points.length === b.points.length &&
    a.points.every((point, index) => {
      const other = b.points[index];
      return other !== undefined && other.x === point.x && other.y === point.y;
    })
  );
}
