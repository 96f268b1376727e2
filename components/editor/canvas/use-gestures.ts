'use client';

import type { EdgeMouseHandler, NodeChange } from '@xyflow/react';
import { useEffect, useMemo, useRef } from 'react';
import type { PlacedGraph } from '#components/graph/layout-graph.ts';
import { useEditorStore } from '#components/editor/editor-context.tsx';
import type { EditorEdge, EditorNode } from './editor-flow.ts';
import type { useDrag } from './use-drag.ts';

/**
 * What the library calls when cards and lines are pressed and pulled. The functions stay the same
 * ones all the time: the library tells every card and line about each one that changes.
 */
export function useGestures(placed: PlacedGraph, drag: ReturnType<typeof useDrag>) {
  const store = useEditorStore();
  const now = useRef({ placed, drag });
  useEffect(() => {
    now.current = { placed, drag };
  });
  return useMemo(() => {
    const drop = (): void => now.current.drag.drop(now.current.placed);
    const hear = (changes: NodeChange<EditorNode>[]): void => {
      now.current.drag.follow(changes, now.current.placed);
      const chosen = changes.filter((change) => change.type === 'select');
      if (chosen.length === 0) return;
      // A chosen connection gives way to cards.
      const { selection, select } = store.getState();
      const next = new Set(selection.filter((id) => !id.startsWith('edge:')));
      for (const change of chosen) {
        if (change.selected) next.add(change.id);
        else next.delete(change.id);
      }
      select([...next]);
    };
    const pressEdge: EdgeMouseHandler<EditorEdge> = (_event, edge) =>
      store.getState().select([`edge:${edge.id}`]);
    const pressGround = (): void => store.getState().select([]);
    return { hear, drop, pressEdge, pressGround };
  }, [store]);
}
