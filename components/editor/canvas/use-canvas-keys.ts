'use client';

import { useEffect } from 'react';
import {
  type Direction,
  neighbour,
  nextStep,
  type Places,
  previousStep,
} from '#server/engine/edit/walk-selection.ts';
import type { InsertAt } from '#server/engine/edit/change.ts';
import { portsOf } from '#server/engine/edit/ports-of.ts';
import { DEFAULT_PORT, type AutomationDocument } from '#server/engine/document.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { useEditorStore, useFacts } from '#components/editor/editor-context.tsx';
import type { EditorState, EditorStore } from '#components/editor/editor-store.ts';
import { isTyping } from '#components/editor/is-typing.ts';
import { focusStep } from './focus-step.ts';

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** How far a card moves by one press, in canvas pixels. */
const NUDGE = 10;

/** The canvas by keyboard: walk, add, delete, turn off. Alt with an arrow moves the chosen cards. */
export function useCanvasKeys(): void {
  const store = useEditorStore();
  const { mayEdit } = useFacts();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const state = store.getState();
      if (isTyping(event.target) || state.open !== null || state.adding !== null) return;
      if (event.metaKey || event.ctrlKey) return;
      if (walk(event, store) || (mayEdit && edit(event, state))) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [store, mayEdit]);
}

/** From the card that has the keyboard to the one beside it. */
function walk(event: KeyboardEvent, store: EditorStore): boolean {
  const direction = ARROWS[event.key];
  const here = stepOf(event.target);
  if (direction === undefined || here === null || event.altKey) return false;
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

function edit(event: KeyboardEvent, state: EditorState): boolean {
  const steps = state.selection.filter((id) => id !== 'trigger' && !id.startsWith('note:'));
  switch (event.key) {
    case 'a':
    case 'A':
      startAdding(event, state);
      return true;
    case 'Delete':
    case 'Backspace':
      if (steps.length > 0) state.change({ kind: 'delete_steps', ids: steps });
      return steps.length > 0;
    case 'd':
    case 'D': {
      if (steps.length === 0) return false;
      const on = state.history.document.steps.some(
        (step) => steps.includes(step.id) && step.disabled !== true,
      );
      return state.change({ kind: 'set_disabled', ids: steps, disabled: on });
    }
    case 'Escape':
      state.select([]);
      return true;
    default:
      return event.altKey && nudge(event, state);
  }
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

/** After the card that has the keyboard or is chosen: on its first way on. */
function startAdding(event: KeyboardEvent, state: EditorState): void {
  const from = stepOf(event.target) ?? state.selection.at(-1) ?? lastStep(state.history.document);
  const card = document.querySelector(`[data-step="${CSS.escape(from)}"]`);
  const box = card?.getBoundingClientRect();
  state.startAdding({
    at: afterStep(state.history.document, from),
    anchor:
      box === undefined
        ? { x: window.innerWidth / 2, y: 120 }
        : { x: box.left + box.width / 2, y: box.bottom },
  });
}

function afterStep(draft: AutomationDocument, from: string): InsertAt {
  const step = draft.steps.find((candidate) => candidate.id === from);
  const ports = step === undefined ? [DEFAULT_PORT] : portsOf(step, stepCatalogue).map((p) => p.id);
  const leaving = draft.edges.filter((edge) => edge.from === from);
  const open = ports.find((port) => !leaving.some((edge) => (edge.port ?? DEFAULT_PORT) === port));
  const first = leaving.find((edge) => (edge.port ?? DEFAULT_PORT) === ports[0]);
  if (first !== undefined) {
    return { kind: 'edge', from, port: first.port ?? DEFAULT_PORT, to: first.to };
  }
  return open === undefined ? { kind: 'free' } : { kind: 'port', from, port: open };
}

function lastStep(draft: AutomationDocument): string {
  return draft.steps.at(-1)?.id ?? 'trigger';
}

function stepOf(target: EventTarget | null): string | null {
  if (!(target instanceof HTMLElement)) return null;
  return target.closest<HTMLElement>('[data-step]')?.dataset['step'] ?? null;
}
