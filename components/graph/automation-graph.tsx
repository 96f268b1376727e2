'use client';

import '@xyflow/react/dist/base.css';
import { ReactFlow, ReactFlowProvider, useReactFlow, useStore } from '@xyflow/react';
import { useEffect, useMemo } from 'react';
import type { AutomationDocument } from '#server/engine/document.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { fitViewport } from './fit-viewport.ts';
import { CardNode, EndNode } from './flow-nodes.tsx';
import { GraphControls } from './graph-controls.tsx';
import { GraphLegend } from './graph-legend.tsx';
import { readGraph } from './graph-model.ts';
import { COMPACT_SIZES, FULL_SIZES } from './graph-sizes.ts';
import { type FlowOptions, graphToFlow } from './graph-to-flow.ts';
import { type GraphLayout, layoutGraph } from './layout-graph.ts';
import { PortEdge } from './port-edge.tsx';

const NODE_TYPES = { card: CardNode, end: EndNode };
const EDGE_TYPES = { port: PortEdge };

export interface AutomationGraphProps extends FlowOptions {
  document: AutomationDocument;
  /** What the picture is of, for those who hear it. */
  label: string;
  /** Smaller cards, for a graph beside something else. */
  compact?: boolean;
}

/** An automation as a picture, read-only; with `marks`, the picture of one run. */
export function AutomationGraph(props: AutomationGraphProps) {
  return (
    <ReactFlowProvider>
      <Graph {...props} />
    </ReactFlowProvider>
  );
}

function Graph({
  document,
  label,
  compact = false,
  marks,
  extras,
  selected,
  onSelect,
}: AutomationGraphProps) {
  const layout = useMemo(
    () =>
      layoutGraph(
        readGraph(document, stepCatalogue, { openPorts: !compact }),
        compact ? COMPACT_SIZES : FULL_SIZES,
        compact ? {} : (document.layout ?? {}),
      ),
    [document, compact],
  );
  const { nodes, edges } = useMemo(
    () => graphToFlow(layout, { marks, extras, selected, onSelect }),
    [layout, marks, extras, selected, onSelect],
  );
  return (
    <section aria-label={label} className="relative h-full min-h-0 w-full bg-ground">
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        minZoom={0.3}
        maxZoom={1.5}
        panOnScroll
        zoomOnDoubleClick={false}
        attributionPosition="top-right"
      >
        <RefitOnResize layout={layout} />
      </ReactFlow>
      <div className="pointer-events-none absolute inset-x-0 bottom-0 flex items-end justify-between gap-2 p-4">
        {marks === undefined ? (
          <span />
        ) : (
          <GraphLegend
            nextTone={marks.nextTone}
            hasNext={[...marks.edges.values()].includes('next')}
          />
        )}
        <GraphControls layout={layout} />
      </div>
    </section>
  );
}

/** Keeps the whole picture in view when its frame or the picture changes size. */
function RefitOnResize({ layout }: { layout: GraphLayout }) {
  const { setViewport } = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  useEffect(() => {
    if (width > 0 && height > 0) void setViewport(fitViewport(layout, { width, height }));
  }, [setViewport, layout, width, height]);
  return null;
}
