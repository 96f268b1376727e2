'use client';

import { Handle, type NodeProps, Position } from '@xyflow/react';
import { memo } from 'react';
import { cn } from '#components/ui/cn.ts';
import { EndPill } from '#components/graph/end-pill.tsx';
import type { GraphPort } from '#components/graph/graph-model.ts';
import type { PlacedNode } from '#components/graph/layout-graph.ts';
import { StepCard } from '#components/graph/step-card.tsx';
import { AddButton } from './add-button.tsx';
import type { EditorStepNode } from './editor-flow.ts';

/** A port's ring, in pixels. */
const RING = 9;

const PLAIN = { path: 'plain' } as const;

/** The library's own selection hears the click; the button makes it reachable by keyboard. */
const HEARD_BY_CANVAS = (): void => {};

export const EditorCard = memo(function EditorCard({ data, selected }: NodeProps<EditorStepNode>) {
  const { node, extras } = data;
  return (
    <>
      <Target />
      <StepCard
        node={node}
        mark={PLAIN}
        extras={extras}
        selected={selected}
        onSelect={HEARD_BY_CANVAS}
        draggable
        tabIndex={-1}
      />
      {node.ports.map((port) => (
        <Port key={port.id} node={node} port={port} />
      ))}
    </>
  );
});

export const EditorEnd = memo(function EditorEnd({ data, selected }: NodeProps<EditorStepNode>) {
  return (
    <>
      <Target />
      <button
        type="button"
        data-step={data.node.id}
        tabIndex={-1}
        aria-pressed={selected}
        className={cn(
          'block cursor-grab rounded-full focus-visible:outline-offset-4',
          selected && 'ring-3 ring-accent-soft outline outline-1 outline-accent',
        )}
      >
        <EndPill name={data.node.name} mark={PLAIN} nextTone="accent" />
      </button>
    </>
  );
});

/** Where a line from another card's port may be dropped: the whole card. */
function Target() {
  return (
    <Handle
      type="target"
      position={Position.Top}
      isConnectableStart={false}
      className="!pointer-events-none !size-px !min-h-0 !min-w-0 !border-0 !bg-transparent"
    />
  );
}

/** A ring that a line can be pulled from; where nothing follows, a stub with the name and a "+". */
function Port({ node, port }: { node: PlacedNode; port: GraphPort }) {
  const x = node.portX.get(port.id) ?? node.width / 2;
  return (
    <>
      <Handle
        type="source"
        id={port.id}
        position={Position.Bottom}
        // The library's own offset is for handles in the middle of an edge.
        style={{ left: x - RING / 2, top: node.height - RING / 2, transform: 'none' }}
        title={`${port.label}: pull to connect`}
        className="!size-[9px] !min-h-0 !min-w-0 !rounded-full !border-[1.5px] !border-edge !bg-surface before:absolute before:-inset-2 hover:!border-accent"
      />
      {!port.connected && (
        <span className="absolute" style={{ left: x, top: node.height }}>
          <span
            aria-hidden
            className="absolute top-[5px] left-0 h-3 w-[1.5px] -translate-x-1/2 bg-edge"
          />
          <span className="absolute top-[17px] left-0 flex -translate-x-[9px] items-center gap-1.5">
            <AddButton
              at={{ kind: 'port', from: node.id, port: port.id }}
              label={`Add a step after ${node.name}${node.ports.length > 1 ? `, ${port.label}` : ''}`}
            />
            {node.ports.length > 1 && (
              <span className="text-caption font-medium whitespace-nowrap text-ink-2">
                {port.label}
              </span>
            )}
          </span>
        </span>
      )}
    </>
  );
}
