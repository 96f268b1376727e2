'use client';

import type { NodeProps } from '@xyflow/react';
import { memo, useState } from 'react';
import { cn } from '#components/ui/cn.ts';
import { useEditorStore, useFacts } from '#components/editor/editor-context.tsx';
import type { EditorNoteNode } from './editor-flow.ts';

/** A sticky note: words for the team, which no run reads. */
export const EditorNote = memo(function EditorNote({ data, selected }: NodeProps<EditorNoteNode>) {
  const store = useEditorStore();
  const { mayEdit } = useFacts();
  const { note } = data;
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div
      className={cn(
        'flex h-full w-full flex-col rounded-card border border-held-line bg-held-soft shadow-rest',
        selected && 'ring-3 ring-accent-soft outline outline-1 outline-accent',
      )}
    >
      <div aria-hidden className="h-4 shrink-0 cursor-grab" />
      <textarea
        aria-label="Note"
        data-step={`note:${note.id}`}
        readOnly={!mayEdit}
        maxLength={5000}
        value={typed ?? note.text}
        placeholder="A note for the team"
        onChange={(event) => {
          setTyped(event.target.value);
          store
            .getState()
            .change(
              { kind: 'edit_note', id: note.id, text: event.target.value },
              `note:${note.id}`,
            );
        }}
        onBlur={() => {
          setTyped(null);
          store.getState().endGesture();
        }}
        className="nodrag nowheel min-h-0 grow resize-none bg-transparent px-3 pb-2 text-body text-ink outline-none placeholder:text-ink-3"
      />
    </div>
  );
});
