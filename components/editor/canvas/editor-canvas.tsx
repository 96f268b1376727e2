'use client';

import '@xyflow/react/dist/base.css';
import { ReactFlowProvider } from '@xyflow/react';
import { ListTree, Workflow } from 'lucide-react';
import { useRef } from 'react';
import { Segmented } from '#components/ui/segmented.tsx';
import { useEditor, useEditorStore } from '#components/editor/editor-context.tsx';
import { ConnectFinder } from './connect-finder.tsx';
import { DrawnGraph } from './drawn-graph.tsx';
import { EditorList } from './editor-list.tsx';
import { useRovingCards } from './use-roving-cards.ts';
import { SpokenEdits } from './spoken-edits.tsx';
import { StepFinder } from './step-finder.tsx';
import { useCanvasKeys } from './use-canvas-keys.ts';
import { useKeptFocus } from './use-kept-focus.ts';

/** The draft as a drawing or, its equal, as a list. Both take the same keys. */
export function EditorCanvas() {
  const store = useEditorStore();
  const name = useEditor((state) => state.history.document.name);
  const view = useEditor((state) => state.view);
  const area = useRef<HTMLElement>(null);
  useCanvasKeys();
  useKeptFocus();
  useRovingCards(area, view);
  return (
    <section
      ref={area}
      data-editor-canvas
      aria-label={`${name}, draft`}
      className="relative min-h-0 min-w-0 grow bg-ground"
    >
      <div className="absolute top-3 left-4 z-10">
        <Segmented
          label="How to look at it"
          value={view}
          segments={[
            { value: 'graph', label: 'Graph', icon: Workflow },
            { value: 'list', label: 'List', icon: ListTree },
          ]}
          onChange={store.getState().show}
        />
      </div>
      {view === 'graph' ? (
        <ReactFlowProvider>
          <DrawnGraph />
        </ReactFlowProvider>
      ) : (
        <EditorList />
      )}
      <StepFinder />
      <ConnectFinder />
      <SpokenEdits />
    </section>
  );
}
