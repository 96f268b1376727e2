import { useEffect, useEffectEvent } from 'react';

/** Escape, unless a menu or a dialog above has taken it for itself. */
export function useEscape(act: () => void): void {
  const onEscape = useEffectEvent(act);
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      const isTaken = event.defaultPrevented || document.querySelector('[role=dialog]') !== null;
      if (event.key === 'Escape' && !isTaken) onEscape();
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
}
