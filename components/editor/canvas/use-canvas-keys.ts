'use client';

import { useEffect } from 'react';
import {
  type Direction,
  neighbour,
  nextStep,
  previousStep,
} from '#server/engine/edit/walk-selection.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { useEditorStore, useFacts } from '#components/editor/editor-context.tsx';
import type { EditorState, EditorStore } from '#components/editor/editor-store.ts';
import { isTyping } from '#components/editor/is-typing.ts';
import { commandFor } from '#components/editor/commands/editor-commands.ts';
import { drawnPlaces } from './drawn-places.ts';
import { focusPanel, isInPanel } from './focus-panel.ts';
import { isAroundCanvas } from './around-canvas.ts';
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
      const busy = state.open !== null || state.adding !== null || state.connecting !== null;
      // What a menu, a dialog or a list has heard already is not for the drawing.
      if (busy || isTaken(event)) return;
      const heard = isTyping(event.target)
        ? hearWhileTyping(event, state)
        : hear(event, store, mayEdit);
      if (heard) event.preventDefault();
    };
    // Before the window's own listeners, however late the drawing came: ⌘K is the editor's here.
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [store, mayEdit]);
}

/**
 * What a menu, a dialog or a list took for itself. A tooltip takes Escape as well, but closes with
 * the focus that moves on anyway: nobody should have to press twice because of it.
 */
function isTaken(event: KeyboardEvent): boolean {
  if (!event.defaultPrevented) return false;
  const isOver = (role: string): boolean => document.querySelector(`[role="${role}"]`) !== null;
  return event.key !== 'Escape' || !isOver('tooltip') || ['dialog', 'menu', 'listbox'].some(isOver);
}

function hear(event: KeyboardEvent, store: EditorStore, mayEdit: boolean): boolean {
  const state = store.getState();
  const mod = event.metaKey || event.ctrlKey;
  if (event.key === 'Escape' && !mod && backToCard(event.target, state)) return true;
  // Single keys mean something to menus, dialogs and the panel's controls too.
  if (!mod && !isForCanvas(event.target)) return false;
  if (event.altKey) return mayEdit && nudge(event, store);
  if (event.key === 'Enter' && !mod) return openPanel(event.target, state);
  const command = commandFor(event);
  if (command !== null) return (mayEdit || !command.edits) && command.run(state);
  return !mod && walk(event, store);
}

function hearWhileTyping(event: KeyboardEvent, state: EditorState): boolean {
  const mod = event.metaKey || event.ctrlKey;
  if (event.key === 'Escape' && !mod) return backToCard(event.target, state);
  return mod && event.key.toLowerCase() === 'k' && commandFor(event)?.run(state) === true;
}

function isForCanvas(target: EventTarget | null): boolean {
  // The page's main part takes the keyboard when nothing in it has it.
  if (!(target instanceof Element) || isAroundCanvas(target)) return true;
  // A closed list of choices takes letters as the beginning of a choice.
  return target.closest('[data-editor-canvas]') !== null && !target.matches('[role="combobox"]');
}

/** Chooses the card that has the keyboard, and goes on into its panel. */
function openPanel(target: EventTarget | null, state: EditorState): boolean {
  const id = stepOf(target);
  if (id === null || id.includes(':')) return false;
  state.select([id]);
  focusPanel();
  return true;
}

/** From the panel, or a note, back to the card that it belongs to. */
function backToCard(target: EventTarget | null, state: EditorState): boolean {
  const id = state.selection.at(-1);
  if (id === undefined || !(target instanceof Element)) return false;
  const note = stepOf(target)?.startsWith('note:') === true;
  if (note && target instanceof HTMLElement) {
    target.blur();
    return true;
  }
  if (!isInPanel(target)) return false;
  focusStep(id);
  return true;
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
          places: drawnPlaces(store),
        });
  if (next !== null) focusStep(next);
  return true;
}

function inList(draft: AutomationDocument, here: string, direction: Direction): string | null {
  const back = direction === 'up' || direction === 'left';
  return (back ? previousStep : nextStep)(draft, here, stepCatalogue);
}

function nudge(event: KeyboardEvent, store: EditorStore): boolean {
  const state = store.getState();
  const direction = ARROWS[event.key];
  if (direction === undefined || state.selection.length === 0) return false;
  const places = drawnPlaces(store);
  const moves = state.selection.flatMap((id) => {
    const at = places.get(id);
    if (at === undefined) return [];
    const x = at.x + (direction === 'left' ? -NUDGE : direction === 'right' ? NUDGE : 0);
    const y = at.y + (direction === 'up' ? -NUDGE : direction === 'down' ? NUDGE : 0);
    return [{ id, x, y }];
  });
  return moves.length > 0 && state.change({ kind: 'move_steps', moves }, 'nudge');
}
