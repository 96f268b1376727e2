'use client';

import { EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { Unlink } from 'lucide-react';
import { memo } from 'react';
import { cn } from '#components/ui/cn.ts';
import {
  arrowHead,
  isLoop,
  type Point,
  roundedPath,
  type RoutedEdge,
} from '#components/graph/route-edges.ts';
import { useEditorStore, useFacts } from '#components/editor/editor-context.tsx';
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
  const { edge, names, landing } = data;
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
      {isLoop(edge) && (
        <path
          d={arrowHead(edge.points)}
          fill="none"
          stroke={strong ? 'var(--color-accent)' : 'var(--color-edge)'}
          strokeWidth={1.5}
        />
      )}
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
            label={`Add a step between ${names[0]} and ${names[1]}`}
            landing={landing}
          />
        </span>
        {selected === true && (
          <CutButton
            edge={edge}
            label={`Disconnect ${names[0]} from ${names[1]}`}
            at={{ x: plus.x + 28, y: plus.y }}
          />
        )}
      </EdgeLabelRenderer>
    </>
  );
});

/** Beside the "+" of a chosen line. */
function CutButton({ edge, label, at }: { edge: RoutedEdge; label: string; at: Point }) {
  const store = useEditorStore();
  const { mayEdit } = useFacts();
  if (!mayEdit) return null;
  const { from, port, to } = edge;
  return (
    <button
      type="button"
      aria-label={label}
      title="Disconnect (Delete)"
      onClick={(event) => {
        event.stopPropagation();
        store.getState().change({ kind: 'disconnect', from, port, to });
      }}
      style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)` }}
      className="nodrag nopan pointer-events-auto absolute top-0 left-0 z-6 inline-flex size-[22px] items-center justify-center rounded-full border border-edge bg-surface text-ink-2 before:absolute before:-inset-2 hover:border-fail hover:text-fail"
    >
      <Unlink aria-hidden className="size-3" />
    </button>
  );
}

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
