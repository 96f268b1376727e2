'use client';

import { Panel, useReactFlow, useStoreApi, useViewport } from '@xyflow/react';
import { Maximize, Minus, Plus, Wand2 } from 'lucide-react';
import { fitViewport } from '#components/graph/fit-viewport.ts';
import type { PlacedGraph } from '#components/graph/layout-graph.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { useDocument, useEditorStore, useFacts } from '#components/editor/editor-context.tsx';

/** Zoom, fit and tidy, and the two keys that lead to all others. */
export function CanvasControls({ box }: { box: PlacedGraph['box'] }) {
  const { zoomIn, zoomOut, setViewport } = useReactFlow();
  const frame = useStoreApi();
  const store = useEditorStore();
  const { mayEdit } = useFacts();
  const { zoom } = useViewport();
  const moved = Object.keys(useDocument().layout ?? {}).length > 0;

  const fit = (): void => {
    const view = fitViewport(box, frame.getState());
    void setViewport(
      { x: view.x - box.x * view.zoom, y: view.y - box.y * view.zoom, zoom: view.zoom },
      { duration: 180 },
    );
  };
  return (
    <Panel position="bottom-left" className="!m-4 flex flex-col items-start gap-3">
      {mayEdit && (
        <p className="flex items-center gap-2 text-caption text-ink-2 max-md:hidden">
          <Kbd>A</Kbd> Add a step <Kbd>?</Kbd> Keys
        </p>
      )}
      <div className="flex items-center rounded-card border border-line bg-surface p-px shadow-rest">
        <IconButton label="Smaller" size="compact" onClick={() => void zoomOut({ duration: 120 })}>
          <Minus aria-hidden />
        </IconButton>
        <span className="w-10 text-center text-caption text-ink-2 tabular">
          {Math.round(zoom * 100)}%
        </span>
        <IconButton label="Larger" size="compact" onClick={() => void zoomIn({ duration: 120 })}>
          <Plus aria-hidden />
        </IconButton>
        <IconButton label="All of it" size="compact" onClick={fit}>
          <Maximize aria-hidden />
        </IconButton>
        {mayEdit && moved && (
          <IconButton
            label="Tidy up: forget the places chosen by hand"
            size="compact"
            onClick={() => store.getState().change({ kind: 'tidy_up' })}
          >
            <Wand2 aria-hidden />
          </IconButton>
        )}
      </div>
    </Panel>
  );
}
