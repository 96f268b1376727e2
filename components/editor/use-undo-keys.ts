'use client';

import { useEffect } from 'react';
import { useEditorStore } from './editor-context.tsx';
import { isTyping } from './is-typing.ts';

/** Undo and redo by keyboard, except where a text field undoes its own typing. */
export function useUndoKeys(): void {
  const store = useEditorStore();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.metaKey || event.ctrlKey) || event.altKey || isTyping(event.target)) return;
      const key = event.key.toLowerCase();
      const again = key === 'y' || (key === 'z' && event.shiftKey);
      if (!again && key !== 'z') return;
      event.preventDefault();
      if (again) store.getState().redo();
      else store.getState().undo();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [store]);
}
