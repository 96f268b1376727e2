import { Handle, type NodeProps, Position } from '@xyflow/react';
import { cn } from '#components/ui/cn.ts';
import { EndPill } from './end-pill.tsx';
import type { PathState } from './graph-marks.ts';
import type { FlowNode } from './graph-to-flow.ts';
import { StepCard } from './step-card.tsx';

const HIDDEN = 'pointer-events-none !size-0 !min-h-0 !min-w-0 !border-0 !bg-transparent opacity-0';

/** The library needs a handle at both ends of an edge; ours are drawn by the card itself. */
function Handles() {
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={false} className={HIDDEN} />
      <Handle type="source" position={Position.Bottom} isConnectable={false} className={HIDDEN} />
    </>
  );
}

export function CardNode({ data }: NodeProps<FlowNode>) {
  const { node, mark } = data;
  return (
    <>
      <StepCard
        node={node}
        mark={mark}
        extras={data.extras}
        selected={data.selected}
        onSelect={data.onSelect}
      />
      {node.ports
        .filter((port) => port.connected || mark.path === 'plain')
        .map((port) => (
          <Port
            key={port.id}
            x={node.portX.get(port.id) ?? node.width / 2}
            y={node.height}
            path={mark.path}
            taken={data.takenPorts.has(port.id)}
            {...(port.connected ? {} : { openLabel: port.label })}
          />
        ))}
      <Handles />
    </>
  );
}

export function EndNode({ data }: NodeProps<FlowNode>) {
  return (
    <>
      <EndPill name={data.node.name} mark={data.mark} nextTone={data.nextTone} />
      <Handles />
    </>
  );
}

/** A ring on the lower edge. Where nothing follows, a stub says so with the port's name. */
function Port({
  x,
  y,
  path,
  taken,
  openLabel,
}: {
  x: number;
  y: number;
  path: PathState;
  taken: boolean;
  openLabel?: string;
}) {
  const pale = path === 'untaken' || path === 'next';
  return (
    <span aria-hidden className="pointer-events-none absolute" style={{ left: x, top: y }}>
      <span
        className={cn(
          'absolute size-[9px] -translate-x-1/2 -translate-y-1/2 rounded-full border-[1.5px]',
          taken ? 'border-ink bg-ink' : ['bg-surface', pale ? 'border-untaken' : 'border-edge'],
        )}
      />
      {openLabel !== undefined && (
        <>
          <span className="absolute top-[5px] left-0 h-3 w-[1.5px] -translate-x-1/2 bg-edge" />
          <span className="absolute top-2 left-2 text-tag whitespace-nowrap text-ink-3">
            {openLabel}
          </span>
        </>
      )}
    </span>
  );
}
