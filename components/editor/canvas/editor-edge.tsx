'use client';

import { EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { memo } from 'react';
import { cn } from '#components/ui/cn.ts';
import { roundedPath, type RoutedEdge } from '#components/graph/route-edges.ts';
import { AddButton } from './add-button.tsx';
import type { EditorEdge } from './editor-flow.ts';
import { plusOf } from './landing.ts';

const CORNER = 8;
/** A label right of the line leaves room for the "+" on it. */
const BESIDE_PLUS = 8;

/** A way on: its line, its port's name, and a "+" above the target. */
export const EditorEdgeLine = memo(function EditorEdgeLine({
  data,
  selected,
}: EdgeProps<EditorEdge>) {
  if (data === undefined) return null;
  const { edge, landing } = data;
  const plus = plusOf(edge);
  const strong = landing || selected === true;
  return (
    <>
      <path
        d={roundedPath(edge.points, CORNER)}
        fill="none"
        stroke={strong ? 'var(--color-accent)' : 'var(--color-edge)'}
        strokeWidth={strong ? 2 : 1.5}
        {...(edge.back ? { strokeDasharray: '5 4' } : {})}
      />
      <path
        d={roundedPath(edge.points, CORNER)}
        fill="none"
        stroke="transparent"
        strokeWidth={14}
        className="react-flow__edge-interaction"
      />
      <EdgeLabelRenderer>
        {edge.label !== null && <PortName edge={edge} />}
        <span
          className="absolute top-0 left-0 z-5"
          style={{ transform: `translate(-50%, -50%) translate(${plus.x}px, ${plus.y}px)` }}
        >
          <AddButton
            at={{ kind: 'edge', from: edge.from, port: edge.port, to: edge.to }}
            label={`Add a step between ${edge.from} and ${edge.to}`}
            landing={landing}
          />
        </span>
      </EdgeLabelRenderer>
    </>
  );
});

function PortName({ edge }: { edge: RoutedEdge }) {
  const { placement, x, y } = edge.labelAt;
  const right = placement === 'beside' ? BESIDE_PLUS : 0;
  return (
    <span
      style={{
        zIndex: 4,
        transform: `translate(${placement === 'on' ? '-50%' : '0'}, -50%) translate(${x + right}px, ${y}px)`,
      }}
      className={cn(
        'pointer-events-none absolute top-0 left-0 px-1.5 text-caption font-medium whitespace-nowrap text-ink-2',
        placement === 'on' && 'bg-ground',
      )}
    >
      {edge.label}
    </span>
  );
}
