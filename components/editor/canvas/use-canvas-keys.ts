'use client';

import { useEffect } from 'react';
import {
  type Direction,
  neighbour,
  nextStep,
  type Places,
  previousStep,
} from '#server/engine/edit/walk-selection.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { useEditorStore, useFacts } from '#components/editor/editor-context.tsx';
import type { EditorState, EditorStore } from '#components/editor/editor-store.ts';
import { isTyping } from '#components/editor/is-typing.ts';
import { commandFor } from '#components/editor/commands/editor-commands.ts';
import { focusStep } from './focus-step.ts';
import { stepOf } from './step-of.ts';

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** How far a card moves by one press, in canvas pixels. */
const NUDGE = 10;

/** The editor by keyboard: its commands, arrows to walk, Alt with an arrow to move what is chosen. */
export function useCanvasKeys(): void {
  const store = useEditorStore();
  const { mayEdit } = useFacts();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const state = store.getState();
      if (isTyping(event.target) || state.open !== null || state.adding !== null) return;
      if (hear(event, store, mayEdit)) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [store, mayEdit]);
}

function hear(event: KeyboardEvent, store: EditorStore, mayEdit: boolean): boolean {
  if (event.altKey) return mayEdit && nudge(event, store.getState());
  const command = commandFor(event);
  if (command !== null) return (mayEdit || !command.edits) && command.run(store.getState());
  return !event.metaKey && !event.ctrlKey && walk(event, store);
}

/** From the card that has the keyboard to the one beside it. */
function walk(event: KeyboardEvent, store: EditorStore): boolean {
  const direction = ARROWS[event.key];
  const here = stepOf(event.target);
  if (direction === undefined || here === null) return false;
  const { history, view } = store.getState();
  const next =
    view === 'list'
      ? inList(history.document, here, direction)
      : neighbour(history.document, here, direction, {
          catalogue: stepCatalogue,
          places: drawnPlaces(),
        });
  if (next !== null) focusStep(next);
  return true;
}

function inList(draft: AutomationDocument, here: string, direction: Direction): string | null {
  const back = direction === 'up' || direction === 'left';
  return (back ? previousStep : nextStep)(draft, here, stepCatalogue);
}

function nudge(event: KeyboardEvent, state: EditorState): boolean {
  const direction = ARROWS[event.key];
  if (direction === undefined || state.selection.length === 0) return false;
  const places = drawnPlaces();
  const moves = state.selection.flatMap((id) => {
    const at = places.get(id);
    if (at === undefined) return [];
    const x = at.x + (direction === 'left' ? -NUDGE : direction === 'right' ? NUDGE : 0);
    const y = at.y + (direction === 'up' ? -NUDGE : direction === 'down' ? NUDGE : 0);
    return [{ id, x, y }];
  });
  return moves.length > 0 && state.change({ kind: 'move_steps', moves }, 'nudge');
}

/** Where the canvas draws its cards; nothing in the list, where they have no places. */
function drawnPlaces(): Places {
  const cards = document.querySelectorAll<HTMLElement>('.react-flow__node[data-id]');
  return new Map(
    [...cards].map((card) => {
      const { e: x, f: y } = new DOMMatrix(getComputedStyle(card).transform);
      return [card.dataset['id'] ?? '', { x: Math.round(x), y: Math.round(y) }];
    }),
  );
}
