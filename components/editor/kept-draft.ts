import { z } from 'zod';
import { type AutomationDocument, documentSchema } from '#server/engine/document.ts';
import type { KeptDrafts } from './draft-saver.ts';

/**
 * A draft that is not on the server yet, in the browser's own storage: it outlives a failed save,
 * a closed lid and a crashed tab. One per automation and browser.
 */
const keptSchema = z.object({ revision: z.int().min(0), document: documentSchema });

const keyOf = (automationId: string): string => `holdfast:draft:${automationId}`;

export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export function keptDrafts(automationId: string, shelf: Shelf): KeptDrafts {
  const key = keyOf(automationId);
  return {
    keep: (draft) => {
      try {
        shelf.setItem(key, JSON.stringify(draft));
      } catch {
        // Storage is full or forbidden: the open page still holds the draft, and goes on saving.
      }
    },
    drop: () => shelf.removeItem(key),
  };
}

/** What an earlier visit could not save; null when there is nothing, or nothing readable. */
export function readKeptDraft(
  automationId: string,
  shelf: Shelf,
): { revision: number; document: AutomationDocument } | null {
  const text = shelf.getItem(keyOf(automationId));
  if (text === null) return null;
  try {
    const read = keptSchema.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
