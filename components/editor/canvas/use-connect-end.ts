'use client';

import { type FinalConnectionState, useReactFlow } from '@xyflow/react';
import { useCallback } from 'react';
import { useEditorStore } from '#components/editor/editor-context.tsx';

/** A line pulled out of a port connects where it is dropped; on empty ground it asks what comes. */
export function useConnectEnd() {
  const store = useEditorStore();
  const { screenToFlowPosition } = useReactFlow();
  return useCallback(
    (event: MouseEvent | TouchEvent, state: FinalConnectionState): void => {
      const from = state.fromNode?.id;
      const port = state.fromHandle?.id;
      if (from === undefined || port === undefined || port === null) return;
      const target = state.toNode?.id ?? cardUnder(event);
      if (target !== undefined) {
        if (target !== from || state.toNode !== null) {
          store.getState().change({ kind: 'connect', from, port, to: target });
        }
        return;
      }
      const anchor = pointOf(event);
      const place = screenToFlowPosition(anchor);
      store.getState().startAdding({
        at: { kind: 'port', from, port },
        place: { x: Math.round(place.x - 150), y: Math.round(place.y) },
        anchor,
      });
    },
    [store, screenToFlowPosition],
  );
}

function pointOf(event: MouseEvent | TouchEvent): { x: number; y: number } {
  const point = 'changedTouches' in event ? event.changedTouches[0] : event;
  return { x: point?.clientX ?? 0, y: point?.clientY ?? 0 };
}

/** A card takes a line anywhere, not only at its upper edge. */
function cardUnder(event: MouseEvent | TouchEvent): string | undefined {
  const { x, y } = pointOf(event);
  const card = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-step]');
  const id = card?.dataset['step'];
  return id === 'trigger' || id?.includes(':') === true ? undefined : id;
}
