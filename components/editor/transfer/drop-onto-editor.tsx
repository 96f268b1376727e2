'use client';

import { useFileDrop } from '#components/automations/transfer/use-file-drop.ts';
import { useEditor, useEditorStore } from '#components/editor/editor-context.tsx';

/** A file dropped anywhere onto the editor shows what importing it would do. */
export function DropOntoEditor() {
  const store = useEditorStore();
  // The open import takes what is dropped itself.
  const elsewhere = useEditor((state) => state.open !== 'import');
  const over = useFileDrop((file) => store.getState().receive(file), elsewhere);
  if (!over || !elsewhere) return null;
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-3 z-40 flex items-center justify-center rounded-dialog border-2 border-dashed border-accent bg-accent-soft/80 text-heading text-accent-text"
    >
      Let go to see what importing it would change
    </div>
  );
}
