'use client';

import { AutomationGraph } from '#components/graph/automation-graph.tsx';
import { useDocument, useEditor, useEditorStore } from '#components/editor/editor-context.tsx';

/** The drawing of the draft. */
export function EditorCanvas() {
  const store = useEditorStore();
  const document = useDocument();
  const selected = useEditor((state) => state.selection.at(-1) ?? null);
  return (
    <div className="min-h-0 min-w-0 grow">
      <AutomationGraph
        document={document}
        label={`${document.name}, draft`}
        selected={selected}
        onSelect={(id) => store.getState().select([id])}
      />
    </div>
  );
}
