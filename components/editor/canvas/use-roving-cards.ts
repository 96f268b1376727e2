'use client';

import { type RefObject, useEffect } from 'react';

const CARDS = '[data-step][tabindex]';

/**
 * One card at a time is a stop of the Tab key; arrows lead to the others. The stop is the card that
 * had the keyboard last, at first the trigger. Cards are drawn with `tabIndex={-1}`.
 */
export function useRovingCards(area: RefObject<HTMLElement | null>, drawn: unknown): void {
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    const onFocus = (event: FocusEvent): void => {
      const card = event.target instanceof Element ? event.target.closest(CARDS) : null;
      if (card !== null) makeStop(element, card);
    };
    element.addEventListener('focusin', onFocus);
    return () => element.removeEventListener('focusin', onFocus);
  }, [area]);

  // The stop itself may go, by an edit or because it is out of sight: then another takes its place.
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    ensureStop(element);
    const watch = new MutationObserver(() => ensureStop(element));
    watch.observe(element, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [area, drawn]);
}

function ensureStop(element: Element): void {
  if (element.querySelector(`${CARDS}[tabindex="0"]`) !== null) return;
  const first = element.querySelector('[data-step="trigger"]') ?? element.querySelector(CARDS);
  if (first !== null) makeStop(element, first);
}

function makeStop(area: Element, card: Element): void {
  for (const other of area.querySelectorAll(`${CARDS}[tabindex="0"]`)) {
    if (other !== card) other.setAttribute('tabindex', '-1');
  }
  card.setAttribute('tabindex', '0');
}
