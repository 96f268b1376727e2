'use client';

import { GraphList } from '#components/graph/graph-list.tsx';
import { useDocument, useEditor, useEditorStore } from '#components/editor/editor-context.tsx';
import { useCardExtras } from './use-card-extras.ts';

/** The same draft as a list, for keyboards, screen readers and small screens. */
export function EditorList() {
  const store = useEditorStore();
  const document = useDocument();
  const selected = useEditor((state) => state.selection.at(-1) ?? null);
  return (
    <div className="h-full overflow-y-auto bg-surface pt-14">
      <GraphList
        document={document}
        label={`${document.name}, draft`}
        extras={useCardExtras()}
        selected={selected}
        onSelect={(id) => store.getState().select([id])}
      />
    </div>
  );
}
