import { EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { cn } from '#components/ui/cn.ts';
import { TONE_COLOR, TONE_TEXT } from './graph-marks.ts';
import type { FlowEdge } from './graph-to-flow.ts';
import { arrowHead, isLoop, roundedPath } from './route-edges.ts';

const CORNER = 8;

/** A line of right angles with its port's name set into it, or right of it where it is too short. */
export function PortEdge({ data }: EdgeProps<FlowEdge>) {
  if (data === undefined) return null;
  const { edge, state, nextTone } = data;
  const stroke = {
    plain: 'var(--color-edge)',
    taken: 'var(--color-ink)',
    next: TONE_COLOR[nextTone],
    untaken: 'var(--color-untaken)',
  }[state];
  return (
    <>
      <path
        d={roundedPath(edge.points, CORNER)}
        fill="none"
        stroke={stroke}
        strokeWidth={state === 'taken' ? 2 : 1.5}
        {...(state === 'next' ? { strokeDasharray: '3 3' } : {})}
      />
      {isLoop(edge) && (
        <path d={arrowHead(edge.points)} fill="none" stroke={stroke} strokeWidth={1.5} />
      )}
      {edge.label !== null && (
        <EdgeLabelRenderer>
          <span
            style={{
              zIndex: 4,
              transform: `translate(${edge.labelAt.placement === 'on' ? '-50%' : '0'}, -50%) translate(${edge.labelAt.x}px, ${edge.labelAt.y}px)`,
            }}
            className={cn(
              'absolute top-0 left-0 px-1.5 text-caption font-medium whitespace-nowrap',
              edge.labelAt.placement === 'on' && 'bg-ground',
              state === 'next'
                ? TONE_TEXT[nextTone]
                : state === 'untaken'
                  ? 'text-ink-3'
                  : 'text-ink-2',
            )}
          >
            {edge.label}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  );
}
