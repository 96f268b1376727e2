'use client';

import { type KeyboardEvent, type RefObject, useRef } from 'react';

export interface ListWalk {
  readonly field: RefObject<HTMLInputElement | null>;
  /** Around the results: buttons or links, one a line. */
  readonly list: RefObject<HTMLUListElement | null>;
  /** Hears a key on the result of this index, or on the field, which is -1. */
  readonly walk: (event: KeyboardEvent, from: number) => void;
}

/** A search field with its results below: arrow keys walk from the field through them and back. */
export function useListWalk(): ListWalk {
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const walk = (event: KeyboardEvent, from: number): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const results = list.current?.querySelectorAll<HTMLElement>('button, a') ?? [];
    const next = from + step;
    if (next < 0) field.current?.focus();
    else results[Math.min(next, results.length - 1)]?.focus();
  };
  return { field, list, walk };
}
