'use client';

import { useMemo } from 'react';
import { readGraph } from '#components/graph/graph-model.ts';
import { COMPACT_SIZES } from '#components/graph/graph-sizes.ts';
import { layoutGraph } from '#components/graph/layout-graph.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';

/** The shape of an automation, too small for words: how long it is, and where it forks. */
export function GraphSilhouette({ document }: { document: AutomationDocument }) {
  const { nodes, edges, width, height } = useMemo(
    () =>
      layoutGraph(readGraph(document, stepCatalogue, { openPorts: false }), {
        ...COMPACT_SIZES,
        cardWidth: 150,
        namedRowGap: COMPACT_SIZES.rowGap,
      }),
    [document],
  );
  return (
    <svg
      aria-hidden
      viewBox={`-4 -4 ${width + 8} ${height + 8}`}
      preserveAspectRatio="xMidYMid meet"
      className="size-full"
    >
      {edges.map((edge) => (
        <polyline
          key={edge.id}
          points={edge.points.map(({ x, y }) => `${x},${y}`).join(' ')}
          fill="none"
          strokeWidth={1}
          vectorEffect="non-scaling-stroke"
          className="stroke-edge"
        />
      ))}
      {nodes.map((node) => (
        <rect
          key={node.id}
          x={node.x}
          y={node.y}
          width={node.width}
          height={node.height}
          rx={node.kind === 'end' ? node.height / 2 : 12}
          strokeWidth={1}
          vectorEffect="non-scaling-stroke"
          className={
            node.kind === 'trigger'
              ? 'fill-accent-soft stroke-accent-line'
              : 'fill-surface stroke-edge'
          }
        />
      ))}
    </svg>
  );
}
