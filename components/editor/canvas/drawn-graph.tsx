'use client';

import { MiniMap, ReactFlow, SelectionMode, useReactFlow, useStore } from '@xyflow/react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { AutomationDocument } from '#server/engine/document.ts';
import type { DocumentNote } from '#server/engine/edit/change.ts';
import { fitViewport } from '#components/graph/fit-viewport.ts';
import type { PlacedGraph } from '#components/graph/layout-graph.ts';
import { useDocument, useEditor, useFacts } from '#components/editor/editor-context.tsx';
import { CanvasControls } from './canvas-controls.tsx';
import { useCardExtras } from './use-card-extras.ts';
import { type EditorEdge, type EditorNode, rememberFlow } from './editor-flow.ts';
import { EditorEdgeLine } from './editor-edge.tsx';
import { EditorCard, EditorEnd } from './editor-nodes.tsx';
import { EditorNote } from './editor-note.tsx';
import { FollowCard } from './follow-card.tsx';
import { useConnectEnd } from './use-connect-end.ts';
import { useDrag } from './use-drag.ts';
import { useGestures } from './use-gestures.ts';
import { usePlacedGraph } from './use-placed-graph.ts';

const NODE_TYPES = { card: EditorCard, end: EditorEnd, note: EditorNote };
const NO_NOTES: readonly DocumentNote[] = [];
const EDGE_TYPES = { port: EditorEdgeLine };
const MINI = { width: 136, height: 124 };
const miniColour = (node: EditorNode): string =>
  node.selected === true ? 'var(--color-accent)' : 'var(--color-edge)';
/** Above this, cards and lines out of sight are not drawn: a drag would pay for all of them. */
const MOST_DRAWN = 80;
const MULTI_SELECT = ['Meta', 'Control'];

/** The drawing. Every gesture ends as one edit of the draft; the library holds nothing of it. */
export function DrawnGraph() {
  const { mayEdit } = useFacts();
  const document = useDeferredValue(useDocument());
  const selection = useEditor((state) => state.selection);
  const drag = useDrag();
  const placed = usePlacedGraph(document, drag.dragged);
  const { nodes, edges } = useFlow(placed, document, selection, drag);
  const connectEnd = useConnectEnd();
  const { hear, drop, pressEdge, pressGround } = useGestures(placed, drag);

  return (
    <ReactFlow<EditorNode, EditorEdge>
      nodes={nodes}
      edges={edges}
      nodeTypes={NODE_TYPES}
      edgeTypes={EDGE_TYPES}
      onNodesChange={hear}
      onNodeDragStop={drop}
      onSelectionDragStop={drop}
      onConnectEnd={connectEnd}
      onEdgeClick={pressEdge}
      onPaneClick={pressGround}
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
      onlyRenderVisibleElements={placed.nodes.length > MOST_DRAWN}
      attributionPosition="top-right"
    >
      <FitOnce placed={placed} />
      <FollowCard placed={placed} />
      <MiniMap
        pannable
        zoomable
        aria-label="The whole graph, small"
        className="!m-4 !rounded-card !border !border-line !bg-surface max-md:!hidden"
        nodeColor={miniColour}
        maskColor="color-mix(in srgb, var(--color-ground) 70%, transparent)"
        nodeStrokeWidth={0}
        style={MINI}
      />
      <CanvasControls box={placed.box} />
    </ReactFlow>
  );
}

/** The library's nodes and edges, the unchanged ones as they were. */
function useFlow(
  placed: PlacedGraph,
  document: AutomationDocument,
  selection: readonly string[],
  { dragged, landingOn }: Pick<ReturnType<typeof useDrag>, 'dragged' | 'landingOn'>,
) {
  const drawn = document.notes ?? NO_NOTES;
  const extras = useCardExtras(document);
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
