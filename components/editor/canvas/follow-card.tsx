'use client';

import { useReactFlow, useStore, useStoreApi } from '@xyflow/react';
import { useEffect, useEffectEvent } from 'react';
import type { PlacedGraph } from '#components/graph/layout-graph.ts';
import { useEditor, useEditorStore } from '#components/editor/editor-context.tsx';
import { keepPlaces } from './drawn-places.ts';
import { REVEAL } from './focus-step.ts';
import { stepOf } from './step-of.ts';
import { viewToShow } from './view-to-show.ts';

/** The view switch and the bar's shade lie over the upper edge. */
const TOP = 52;

/**
 * Keeps the card in sight that has the keyboard, that was just added, or whose panel has opened
 * over or beside the drawing.
 */
export function FollowCard({ placed }: { placed: PlacedGraph }) {
  const { getViewport, setViewport } = useReactFlow();
  const frame = useStoreApi();
  const store = useEditorStore();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const chosen = useEditor((state) => (state.selection.length === 1 ? state.selection[0] : null));

  const show = useEffectEvent((id: string, atOnce = false): void => {
    const pane = frame.getState().domNode;
    const card = placed.nodes.find((node) => node.id === id);
    if (pane === null || card === undefined) return;
    const seen = {
      top: TOP,
      width: pane.clientWidth,
      height: pane.clientHeight - coveredBelow(pane),
    };
    const view = viewToShow(card, seen, getViewport());
    if (view === null) return;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    void setViewport(view, calm || atOnce ? {} : { duration: 180 });
  });

  useEffect(() => {
    const pane = frame.getState().domNode;
    const onFocus = (event: FocusEvent): void => {
      const id = stepOf(event.target);
      // A press shows by itself that the card is in sight; and a card must not flee from it.
      if (id !== null && event.target instanceof Element && event.target.matches(':focus-visible'))
        show(id);
    };
    pane?.addEventListener('focusin', onFocus);
    return () => pane?.removeEventListener('focusin', onFocus);
  }, [frame]);

  useEffect(() => {
    const onReveal = (event: Event): void => {
      if (event instanceof CustomEvent && typeof event.detail === 'string')
        show(event.detail, true);
    };
    document.addEventListener(REVEAL, onReveal);
    return () => document.removeEventListener(REVEAL, onReveal);
  }, []);

  // Arrows lead to cards by their places, also to those out of sight.
  useEffect(() => {
    keepPlaces(store, new Map(placed.nodes.map(({ id, x, y }) => [id, { x, y }])));
  }, [store, placed]);

  // A step that was just added is drawn a moment after it was chosen.
  const drawn = placed.nodes.some((node) => node.id === chosen);
  useEffect(() => {
    if (chosen === null || chosen === undefined || width === 0 || !drawn) return;
    const later = requestAnimationFrame(() => show(chosen));
    return () => cancelAnimationFrame(later);
  }, [chosen, drawn, width, height]);
  return null;
}

/** How much of the pane's lower part a sheet lies over, in CSS pixels: the panel, on phones. */
function coveredBelow(pane: Element): number {
  const canvas = pane.closest('[data-editor-canvas]');
  const sheet = canvas?.parentElement?.querySelector(':scope > aside');
  if (sheet === null || sheet === undefined) return 0;
  const box = pane.getBoundingClientRect();
  const over = sheet.getBoundingClientRect();
  const beside = over.left >= box.right || over.top >= box.bottom;
  return beside ? 0 : Math.max(0, box.bottom - Math.max(over.top, box.top));
}
