'use client';

import { useEffect } from 'react';
import { copyChosen, pasteText } from './clipboard.ts';
import { deleteChosen } from './commands/edit-chosen.ts';
import { useEditorStore, useFacts } from './editor-context.tsx';
import { isTyping } from './is-typing.ts';

/** Copy, cut and paste of steps, by the browser's own events: no permission is asked for. */
export function useClipboard(): void {
  const store = useEditorStore();
  const { connections, mayEdit } = useFacts();
  useEffect(() => {
    const names = new Set(connections.map(({ name }) => name));
    const copy = (event: ClipboardEvent): void => {
      const state = store.getState();
      // Text that a person has marked on the page is what they want to copy.
      if (isTyping(event.target) || window.getSelection()?.isCollapsed === false) return;
      const text = copyChosen(state);
      if (text === null) return;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
      if (event.type === 'cut' && mayEdit) deleteChosen(state);
    };
    const paste = (event: ClipboardEvent): void => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (!mayEdit || isTyping(event.target) || text === '') return;
      event.preventDefault();
      pasteText(store.getState(), text, names);
    };
    document.addEventListener('copy', copy);
    document.addEventListener('cut', copy);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('copy', copy);
      document.removeEventListener('cut', copy);
      document.removeEventListener('paste', paste);
    };
  }, [store, connections, mayEdit]);
}
