'use client';

import type { NodeChange } from '@xyflow/react';
import { useState } from 'react';
import type { PlacedGraph } from '#components/graph/layout-graph.ts';
import type { Point } from '#components/graph/route-edges.ts';
import { useEditorStore } from '#components/editor/editor-context.tsx';
import type { EditorNode } from './editor-flow.ts';
import { chosenNotes } from '#components/editor/selection.ts';
import { landingEdge } from './landing.ts';
import type { Dragged } from './use-placed-graph.ts';

const NOTHING: Dragged = new Map();

/**
 * Cards under the pointer. They follow it without touching the draft; letting go is one edit: the
 * card's new place, or its new place in the flow where it was dropped onto an edge.
 */
export function useDrag() {
  const store = useEditorStore();
  const [dragged, setDragged] = useState<Dragged>(NOTHING);
  const [landingOn, setLandingOn] = useState<string | null>(null);

  /** Takes the moves out of the library's changes, and finds out where they would land. */
  const follow = (changes: readonly NodeChange<EditorNode>[], placed: PlacedGraph): void => {
    const moves = changes.flatMap((change) =>
      change.type === 'position' && change.dragging === true && change.position !== undefined
        ? [[change.id, change.position] as const]
        : [],
    );
    if (moves.length === 0) return;
    setDragged((before) => new Map([...before, ...moves]));
    const [only] = moves;
    setLandingOn(
      moves.length === 1 && only !== undefined ? landingAt(placed, only[0], only[1]) : null,
    );
  };

  const drop = (placed: PlacedGraph): void => {
    const moves = [...dragged].map(([id, { x, y }]) => ({
      id,
      x: Math.round(x),
      y: Math.round(y),
    }));
    const edge = placed.edges.find((candidate) => candidate.id === landingOn);
    setDragged(NOTHING);
    setLandingOn(null);
    const [first] = moves;
    if (first === undefined) return;
    const { change } = store.getState();
    if (edge !== undefined) {
      const { from, port, to } = edge;
      change({ kind: 'splice_step', stepId: first.id, edge: { from, port, to } });
      return;
    }
    const gesture = `drag:${performance.now()}`;
    const cards = moves.filter(({ id }) => !id.startsWith('note:'));
    if (cards.length > 0) change({ kind: 'move_steps', moves: cards }, gesture);
    for (const id of chosenNotes(moves.map((move) => move.id))) {
      const at = moves.find((move) => move.id === `note:${id}`);
      if (at !== undefined) change({ kind: 'move_note', id, x: at.x, y: at.y }, gesture);
    }
    store.getState().endGesture();
  };

  return { dragged, landingOn, follow, drop };
}

function landingAt(placed: PlacedGraph, id: string, at: Point): string | null {
  const card = placed.nodes.find((node) => node.id === id);
  if (card?.kind !== 'step') return null;
  return landingEdge(placed, id, { ...at, width: card.width, height: card.height })?.id ?? null;
}
