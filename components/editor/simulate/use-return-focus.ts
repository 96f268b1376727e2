import { useEffect } from 'react';
import { focusStep } from '#components/editor/canvas/focus-step.ts';
import type { EditorStore } from '#components/editor/editor-store.ts';

/** When what has taken the canvas's place goes again, the keyboard is where it was before. */
export function useReturnFocus(store: EditorStore): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      // A card is drawn anew; a button of the bar has stayed.
      if (before instanceof HTMLElement && before.isConnected && before !== document.body)
        before.focus();
      else focusStep(store.getState().selection.at(-1) ?? 'trigger');
    };
  }, [store]);
}
