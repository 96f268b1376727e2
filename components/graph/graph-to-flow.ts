import type { Edge, Node } from '@xyflow/react';
import type { StatusTone } from '#components/ui/status-vocabulary.ts';
import type { CardExtras, GraphMarks, NodeMark } from './graph-marks.ts';
import type { GraphLayout, PlacedNode } from './layout-graph.ts';
import type { RoutedEdge } from './route-edges.ts';

export type FlowNode = Node<
  {
    readonly node: PlacedNode;
    readonly mark: NodeMark;
    readonly extras: CardExtras | undefined;
    readonly selected: boolean;
    readonly onSelect: (() => void) | undefined;
    readonly nextTone: StatusTone;
    /** The ports that a run left by. */
    readonly takenPorts: ReadonlySet<string>;
  },
  'card' | 'end'
>;

export type FlowEdge = Edge<
  {
    readonly edge: RoutedEdge;
    readonly state: 'plain' | 'taken' | 'next' | 'untaken';
    readonly nextTone: StatusTone;
  },
  'port'
>;

export interface FlowOptions {
  readonly marks?: GraphMarks | undefined;
  readonly extras?: ReadonlyMap<string, CardExtras> | undefined;
  readonly selected?: string | null | undefined;
  readonly onSelect?: ((stepId: string) => void) | undefined;
}

const PLAIN: NodeMark = { path: 'plain' };
const UNTAKEN: NodeMark = { path: 'untaken' };

/** Our placed graph as the library wants it. Only here does its shape matter. */
export function graphToFlow(
  layout: GraphLayout,
  { marks, extras, selected = null, onSelect }: FlowOptions,
): { nodes: FlowNode[]; edges: FlowEdge[] } {
  const nextTone = marks?.nextTone ?? 'accent';
  const nodes = layout.nodes.map(
    (node): FlowNode => ({
      id: node.id,
      type: node.kind === 'end' ? 'end' : 'card',
      position: { x: node.x, y: node.y },
      width: node.width,
      height: node.height,
      data: {
        node,
        mark: marks === undefined ? PLAIN : (marks.nodes.get(node.id) ?? UNTAKEN),
        extras: extras?.get(node.id),
        selected: selected === node.id,
        onSelect: onSelect === undefined ? undefined : () => onSelect(node.id),
        nextTone,
        takenPorts: new Set(
          layout.edges
            .filter((edge) => edge.from === node.id && marks?.edges.get(edge.id) === 'taken')
            .map((edge) => edge.port),
        ),
      },
    }),
  );
  const edges = layout.edges.map((edge): FlowEdge => {
    const state = marks === undefined ? 'plain' : (marks.edges.get(edge.id) ?? 'untaken');
    return {
      id: edge.id,
      type: 'port',
      source: edge.from,
      target: edge.to,
      // Strong lines lie over pale ones where they share a stretch.
      zIndex: state === 'untaken' ? 0 : state === 'next' ? 1 : 2,
      data: { edge, state, nextTone },
    };
  });
  return { nodes, edges };
}
