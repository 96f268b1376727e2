'use client';

import { useEffect, useState } from 'react';
import { toast } from 'sonner';
import { EditorCanvas } from './canvas/editor-canvas.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { EditorActions, EditorBar } from './editor-bar.tsx';
import { type EditorFacts, EditorProvider, useEditor } from './editor-context.tsx';
import { EditorOverlays } from './editor-overlays.tsx';
import { createEditorStore, type EditorStore } from './editor-store.ts';
import { EditorPanel } from './panel/editor-panel.tsx';
import { SaveStatus } from './save-status.tsx';
import { useDraftSaver } from './use-draft-saver.ts';
import { SimulateView } from './simulate/simulate-view.tsx';
import { DropOntoEditor } from './transfer/drop-onto-editor.tsx';
import { useClipboard } from './use-clipboard.ts';

/** The editor of one automation's draft: the drawing, the panel at its side, and what lies over it. */
export function EditorScreen({ facts }: { facts: EditorFacts }) {
  const [store] = useState(() => createEditorStore(facts.detail.draft, facts.detail.usedStepIds));
  return (
    <EditorProvider store={store} facts={facts}>
      <OpenEditor store={store} facts={facts} />
    </EditorProvider>
  );
}

function OpenEditor({ store, facts }: { store: EditorStore; facts: EditorFacts }) {
  const { state, saver } = useDraftSaver(store, facts.detail, facts.mayEdit);
  const simulating = useEditor((editor) => editor.open === 'simulate');
  useClipboard();
  return (
    <div className="flex h-full flex-col">
      <EditorBar status={facts.mayEdit ? <SaveStatus state={state} /> : <LookOnly />} />
      {simulating ? (
        <SimulateView saver={saver} />
      ) : (
        <div className="relative flex min-h-0 grow max-md:flex-col">
          <EditorCanvas />
          <EditorPanel />
        </div>
      )}
      {!simulating && (
        <div className="flex shrink-0 border-t border-line bg-surface p-3 md:hidden">
          <EditorActions />
        </div>
      )}
      <EditorOverlays saver={saver} />
      {facts.mayEdit && <DropOntoEditor />}
      <SayAloud />
      {state.kind === 'conflict' && saver !== null && (
        <ConflictDialog conflict={state} saver={saver} />
      )}
    </div>
  );
}

function LookOnly() {
  return <span className="text-body text-ink-3">You may look; editing needs another role</span>;
}

/** What an edit had to say, as a toast. */
function SayAloud() {
  const said = useEditor((state) => state.said);
  useEffect(() => {
    if (said === null) return;
    if (said.tone === 'refusal') toast.error(said.message);
    else toast(said.message);
  }, [said]);
  return null;
}
