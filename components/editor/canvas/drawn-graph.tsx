'use client';

import {
  type FinalConnectionState,
  MiniMap,
  type NodeChange,
  ReactFlow,
  SelectionMode,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { DocumentNote } from '#server/engine/edit/change.ts';
import { fitViewport } from '#components/graph/fit-viewport.ts';
import type { PlacedGraph } from '#components/graph/layout-graph.ts';
import {
  useDocument,
  useEditor,
  useEditorStore,
  useFacts,
} from '#components/editor/editor-context.tsx';
import { CanvasControls } from './canvas-controls.tsx';
import { useCardExtras } from './use-card-extras.ts';
import { type EditorEdge, type EditorNode, rememberFlow } from './editor-flow.ts';
import { EditorEdgeLine } from './editor-edge.tsx';
import { EditorCard, EditorEnd } from './editor-nodes.tsx';
import { EditorNote } from './editor-note.tsx';
import { FollowCard } from './follow-card.tsx';
import { useDrag } from './use-drag.ts';
import { usePlacedGraph } from './use-placed-graph.ts';

const NODE_TYPES = { card: EditorCard, end: EditorEnd, note: EditorNote };
const NO_NOTES: readonly DocumentNote[] = [];
const EDGE_TYPES = { port: EditorEdgeLine };
const MULTI_SELECT = ['Meta', 'Control'];

/** The drawing. Every gesture ends as one edit of the draft; the library holds nothing of it. */
export function DrawnGraph() {
  const store = useEditorStore();
  const { mayEdit } = useFacts();
  const document = useDeferredValue(useDocument());
  const selection = useEditor((state) => state.selection);
  const drag = useDrag();
  const placed = usePlacedGraph(document, drag.dragged);
  const { nodes, edges } = useFlow(placed, document.notes ?? NO_NOTES, selection, drag);
  const connectEnd = useConnectEnd();

  const hear = (changes: NodeChange<EditorNode>[]): void => {
    drag.follow(changes, placed);
    const chosen = changes.filter((change) => change.type === 'select');
    if (chosen.length === 0) return;
    // A chosen connection gives way to cards.
    const next = new Set(store.getState().selection.filter((id) => !id.startsWith('edge:')));
    for (const change of chosen) {
      if (change.selected) next.add(change.id);
      else next.delete(change.id);
    }
    store.getState().select([...next]);
  };

  return (
    <ReactFlow<EditorNode, EditorEdge>
      nodes={nodes}
      edges={edges}
      nodeTypes={NODE_TYPES}
      edgeTypes={EDGE_TYPES}
      onNodesChange={hear}
      onNodeDragStop={() => drag.drop(placed)}
      onSelectionDragStop={() => drag.drop(placed)}
      onConnectEnd={connectEnd}
      onEdgeClick={(_event, edge) => store.getState().select([`edge:${edge.id}`])}
      onPaneClick={() => store.getState().select([])}
      nodesDraggable={mayEdit}
      nodesConnectable={mayEdit}
      nodesFocusable={false}
      edgesFocusable={false}
      elevateNodesOnSelect={false}
      deleteKeyCode={null}
      selectionKeyCode="Shift"
      selectionMode={SelectionMode.Partial}
      multiSelectionKeyCode={MULTI_SELECT}
      disableKeyboardA11y
      connectionRadius={40}
      minZoom={0.2}
      maxZoom={1.5}
      panOnScroll
      zoomOnDoubleClick={false}
      onlyRenderVisibleElements={false}
      attributionPosition="top-right"
    >
      <FitOnce placed={placed} />
      <FollowCard placed={placed} />
      <MiniMap
        pannable
        zoomable
        aria-label="The whole graph, small"
        className="!m-4 !rounded-card !border !border-line !bg-surface max-md:!hidden"
        nodeColor={(node) => (node.selected === true ? 'var(--color-accent)' : 'var(--color-edge)')}
        maskColor="color-mix(in srgb, var(--color-ground) 70%, transparent)"
        nodeStrokeWidth={0}
        style={{ width: 136, height: 124 }}
      />
      <CanvasControls box={placed.box} />
    </ReactFlow>
  );
}

/** The library's nodes and edges, the unchanged ones as they were. */
function useFlow(
  placed: PlacedGraph,
  drawn: readonly DocumentNote[],
  selection: readonly string[],
  { dragged, landingOn }: Pick<ReturnType<typeof useDrag>, 'dragged' | 'landingOn'>,
) {
  const extras = useCardExtras();
  const [flow] = useState(rememberFlow);
  const cards = useMemo(
    () => flow.nodes(placed, { selection, extras, dragged }),
    [flow, placed, selection, extras, dragged],
  );
  const notes = useMemo(
    () => flow.notes(drawn, dragged, selection),
    [flow, drawn, dragged, selection],
  );
  return {
    nodes: useMemo((): EditorNode[] => [...notes, ...cards], [notes, cards]),
    edges: useMemo(
      () => flow.edges(placed, selection, landingOn),
      [flow, placed, selection, landingOn],
    ),
  };
}

/** A line pulled out of a port connects where it is dropped; on empty ground it asks what comes. */
function useConnectEnd() {
  const store = useEditorStore();
  const { screenToFlowPosition } = useReactFlow();
  return (event: MouseEvent | TouchEvent, state: FinalConnectionState): void => {
    const from = state.fromNode?.id;
    const port = state.fromHandle?.id;
    if (from === undefined || port === undefined || port === null) return;
    const target = state.toNode?.id ?? cardUnder(event);
    if (target !== undefined) {
      if (target !== from || state.toNode !== null) {
        store.getState().change({ kind: 'connect', from, port, to: target });
      }
      return;
    }
    const anchor = pointOf(event);
    const place = screenToFlowPosition(anchor);
    store.getState().startAdding({
      at: { kind: 'port', from, port },
      place: { x: Math.round(place.x - 150), y: Math.round(place.y) },
      anchor,
    });
  };
}

function pointOf(event: MouseEvent | TouchEvent): { x: number; y: number } {
  const point = 'changedTouches' in event ? event.changedTouches[0] : event;
  return { x: point?.clientX ?? 0, y: point?.clientY ?? 0 };
}

/** A card takes a line anywhere, not only at its upper edge. */
function cardUnder(event: MouseEvent | TouchEvent): string | undefined {
  const { x, y } = pointOf(event);
  const card = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-step]');
  return card?.dataset['step'];
}

/** Shows the whole once its frame is known; afterwards the view is the reader's own. */
function FitOnce({ placed }: { placed: PlacedGraph }) {
  const { setViewport } = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const done = useRef(false);
  useEffect(() => {
    if (done.current || width === 0 || height === 0) return;
    done.current = true;
    const { x, y, zoom } = fitViewport(placed.box, { width, height });
    void setViewport({ x: x - placed.box.x * zoom, y: y - placed.box.y * zoom + 36, zoom });
  }, [setViewport, placed, width, height]);
  return null;
}
