'use client';

import { useEffect } from 'react';
import { previousStep } from '#server/engine/edit/walk-selection.ts';
import type { AutomationDocument } from '#server/engine/document.ts';
import { stepCatalogue } from '#server/steps/catalogue.ts';
import { useEditorStore } from '#components/editor/editor-context.tsx';
import { isAroundCanvas } from './around-canvas.ts';
import { focusStep } from './focus-step.ts';
import { stepOf } from './step-of.ts';

/**
 * The keyboard is never left in the void: when the card that has it goes, by delete, undo or redo,
 * the nearest one before it takes over; so too when the panel goes that has it.
 */
export function useKeptFocus(): void {
  const store = useEditorStore();
  useEffect(
    () =>
      store.subscribe((now, before) => {
        if (now.history.document === before.history.document) return;
        const active = document.activeElement;
        const here = stepOf(active) ?? before.selection.at(-1);
        if (here === undefined || active === null || isAroundCanvas(active)) return;
        const next = nearestLeft(before.history.document, now.history.document, here);
        // The drawing follows the draft some frames later.
        if (next !== null) takeOver(next, active, next === here ? 10 : 120);
      }),
    [store],
  );
}

/** The step itself while it is there; else the nearest before it that is. */
export function nearestLeft(
  before: AutomationDocument,
  now: AutomationDocument,
  stepId: string,
): string | null {
  const there = new Set(['trigger', ...now.steps.map(({ id }) => id)]);
  for (let id: string | null = stepId; id !== null; id = previousStep(before, id, stepCatalogue)) {
    if (there.has(id)) return id;
  }
  return stepId.startsWith('note:') ? 'trigger' : null;
}

/** Once what had the keyboard is gone; not when somebody has put it elsewhere meanwhile. */
function takeOver(stepId: string, had: Element, frames: number): void {
  const active = document.activeElement;
  if (active === null || isAroundCanvas(active)) focusStep(stepId);
  else if (active === had && frames > 0)
    requestAnimationFrame(() => takeOver(stepId, had, frames - 1));
}
