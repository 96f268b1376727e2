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

  useEffect(() => {
    const element = area.current;
    if (element === null || element.querySelector(`${CARDS}[tabindex="0"]`) !== null) return;
    const first = element.querySelector('[data-step="trigger"]') ?? element.querySelector(CARDS);
    if (first !== null) makeStop(element, first);
  }, [area, drawn]);
}

function makeStop(area: Element, card: Element): void {
  for (const other of area.querySelectorAll(`${CARDS}[tabindex="0"]`)) {
    if (other !== card) other.setAttribute('tabindex', '-1');
  }
  card.setAttribute('tabindex', '0');
}
