'use client';

import { useReactFlow, useStoreApi, useViewport } from '@xyflow/react';
import { Maximize, Minus, Plus } from 'lucide-react';
import { IconButton } from '#components/ui/icon-button.tsx';
import { fitViewport } from './fit-viewport.ts';
import type { GraphLayout } from './layout-graph.ts';

export function GraphControls({ layout }: { layout: GraphLayout }) {
  const { zoomIn, zoomOut, setViewport } = useReactFlow();
  const store = useStoreApi();
  const { zoom } = useViewport();
  return (
    <div className="pointer-events-auto flex items-center rounded-card border border-line bg-surface p-px shadow-rest">
      <IconButton label="Smaller" size="compact" onClick={() => void zoomOut({ duration: 120 })}>
        <Minus aria-hidden />
      </IconButton>
      <span className="w-10 text-center text-caption text-ink-2 tabular">
        {Math.round(zoom * 100)}%
      </span>
      <IconButton label="Larger" size="compact" onClick={() => void zoomIn({ duration: 120 })}>
        <Plus aria-hidden />
      </IconButton>
      <IconButton
        label="All of it"
        size="compact"
        onClick={() => void setViewport(fitViewport(layout, store.getState()), { duration: 180 })}
      >
        <Maximize aria-hidden />
      </IconButton>
    </div>
  );
}
